/** A thread is started from built code only: what reads HAR files is bundled here as the package bundles it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HarTraffic } from '../../src/adapters/har-source.js';
import { startReader } from '../../src/adapters/har-thread.js';
import type { Exchange } from '../../src/journal/exchange.js';

const folder = mkdtempSync(join(tmpdir(), 'deckhand-thread-'));
const base = 'https://api.example/api/v1';
const padding = 'é'.repeat(7000);
const root = join(import.meta.dirname, '../..');

/** Enough for a thread to pay; with some of everything that a recording can have wrong. */
function recording(from: number, more: Readonly<Record<string, unknown>> = {}): string {
  const entries = Array.from({ length: 1300 }, (_, index) => ({
    startedDateTime: new Date(Date.UTC(2026, 0, 15) + (from + (index ^ 1)) * 1000).toISOString(),
    time: index === 70 ? 'TIME' : 20.5,
    pageref: `page_${index % 3}`,
    request: {
      method: index % 50 === 49 ? 'OPTIONS' : 'GET',
      url: `${index % 10 === 9 ? 'https://cdn.example/logo' : base}/templates?n=${index}`,
      headers: [{ name: 'x-client', value: String(index % 4) }],
    },
    response: {
      status: 200,
      headers: [{ name: 'x-request-id', value: String(index) }],
      content: { size: 2, text: `["${index} \ud800 ${padding}"]` },
    },
  }));
  const text = JSON.stringify({ log: { entries, ...more } });
  // Read as a number without end, which JSON has no word for.
  return text.replace('"TIME"', '1e999').replace('"page_1","request"', '"page_1",,"request"');
}

const files = {
  one: join(folder, 'one.har'),
  other: join(folder, 'other.har'),
  broken: join(folder, 'broken.har'),
  none: join(folder, 'none.har'),
};
let built: { readonly HarTraffic: typeof HarTraffic };
let threads: { readonly startReader: typeof startReader };

beforeAll(async () => {
  writeFileSync(files.one, recording(0));
  writeFileSync(files.other, recording(500));
  writeFileSync(files.broken, recording(0).slice(0, -5000));
  writeFileSync(files.none, `{"no": "HAR", "padding": "${padding.repeat(1500)}"}`);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const bundle = await rolldown({
    cwd: root,
    input: {
      'adapters/har-source': 'src/adapters/har-source.ts',
      'adapters/har-thread': 'src/adapters/har-thread.ts',
      'adapters/har-worker': 'src/adapters/har-worker.ts',
    },
    platform: 'neutral',
    external: /^node:/,
  });
  await bundle.write({ dir: folder, chunkFileNames: 'chunks/[name].js' });
  const load = (name: string) => import(pathToFileURL(join(folder, 'adapters', name)).href);
  built = (await load('har-source.js')) as typeof built;
  threads = (await load('har-thread.js')) as typeof threads;
});
afterAll(() => rmSync(folder, { recursive: true }));

async function all(batches: AsyncIterable<readonly Exchange[]>): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for await (const batch of batches) exchanges.push(...batch);
  return exchanges;
}

test('a thread is started where it pays', async () => {
  const reader = threads.startReader({ paths: [files.one] });
  expect(reader).toBeInstanceOf(Worker);
  await reader?.terminate();
  expect(threads.startReader({ paths: [] })).toBeUndefined();
  expect(threads.startReader({ paths: [files.one, '-'] })).toBeUndefined();
  expect(startReader({ paths: [files.one] })).toBeUndefined();
});

describe.each([
  ['one file', [files.one]],
  ['several files', [files.one, files.other]],
  ['a file that breaks off', [files.broken]],
])('%s', (_, paths) => {
  test('is read by a thread as it is without one', async () => {
    const [threaded, here] = [new built.HarTraffic(paths), new HarTraffic(paths)];
    const exchanges = await all(threaded.batches());
    expect(exchanges).toEqual(await all(here.readHere()));
    expect(exchanges.length).toBeGreaterThan(700);
    expect([threaded.notes, threaded.repeated]).toEqual([here.notes, here.repeated]);
  });
});

test('requests of the same client share their headers', async () => {
  for await (const batch of new built.HarTraffic([files.one]).batches()) {
    if (batch.length === 0) continue;
    return expect(new Set(batch.map(({ request }) => request.headers)).size).toBe(4);
  }
});

test('what is no HAR file is the same mistake', async () => {
  const mistake = { name: 'UserError', code: 'bad-har', message: expect.stringContaining('no log.entries') };
  await expect(all(new built.HarTraffic([files.none]).batches())).rejects.toMatchObject(mistake);
});

test('a program that stops to read ends, as no thread is left', () => {
  const module = JSON.stringify(pathToFileURL(join(folder, 'adapters/har-source.js')).href);
  const program = `const { HarTraffic } = await import(${module});
    for await (const batch of new HarTraffic([${JSON.stringify(files.one)}]).batches()) break;
    console.log('stopped');`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    timeout: 20_000,
  });
  expect({ stdout: String(stdout), stderr: String(stderr), status }).toEqual({
    stdout: 'stopped\n',
    stderr: '',
    status: 0,
  });
});
