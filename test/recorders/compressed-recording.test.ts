/** A recording with compressed bodies is judged and replayed like one with decoded bodies. */
import { brotliCompressSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { judge } from '../../src/integrations/verify.js';
import { Judge } from '../../src/judge/index.js';
import { readHarFiles } from '../../src/proxy/recording/read-har-files.js';
import { createTempFolder } from '../cli/temp-files.js';
import { DECK, ReplayClient, statusesSeen } from '../replay/recorded-traffic.js';
import { browserHar, pollEntry, startEntry, type BrowserEntry } from './browser-har.js';

const plain = [
  startEntry(0),
  pollEntry(3000, { status: 'generating', tokens_used: 5 }),
  pollEntry(6000, {
    status: 'completed',
    presentation: {
      id: DECK,
      title: 'A pitch',
      workspace_id: 'ws_1',
      sections: [],
      is_public: false,
      url: 'https://staging.example.com/p',
      created_at: '2026-01-15T09:30:00.000Z',
      updated_at: '2026-01-15T09:30:00.000Z',
    },
  }),
];

/** @param write the fields of `content` for compressed bytes */
const compressed = (write: (bytes: Buffer, at: number) => object): BrowserEntry[] =>
  plain.map(({ body, ...entry }) => {
    const bytes = brotliCompressSync(JSON.stringify(body));
    return {
      ...entry,
      headers: [{ name: 'Content-Encoding', value: 'br' }],
      content: { size: bytes.length, ...write(bytes, entry.at) },
    };
  });

const base64 = browserHar(compressed((bytes) => ({ text: bytes.toString('base64'), encoding: 'base64' })));

const outcomes = (har: object): unknown => judge(har).rules.map(({ id, outcome }) => [id, outcome]);

it('is judged alike', () => {
  expect(outcomes(base64)).toEqual(outcomes(browserHar(plain)));
});

it('is replayed alike, without its encoding', async () => {
  const client = new ReplayClient(base64);
  expect((await client.start(0)).headers.has('content-encoding')).toBe(false);
  expect(await statusesSeen(client, [3000, 6000])).toEqual([5, 'completed']);
});

it('is judged alike if the bytes are files in an archive', async () => {
  const files: Record<string, Uint8Array> = {};
  const har = browserHar(
    compressed((bytes, at) => {
      files[`${at}.bin`] = bytes;
      return { _file: `${at}.bin` };
    }),
  );
  const path = join(createTempFolder({}), 'session.zip');
  writeFileSync(path, zipSync({ ...files, 'har.har': strToU8(JSON.stringify(har)) }));
  const judgement = new Judge();
  for (const exchange of (await readHarFiles([path])).exchanges) judgement.add(exchange);
  const { rules } = judgement.report({ tool: { name: 'test', version: '0' }, target: path, notes: [] });
  expect(rules.map(({ id, outcome }) => [id, outcome])).toEqual(outcomes(browserHar(plain)));
  expect(createDeckhand({ replay: path }).replay?.recording.warnings).toEqual([]);
});
