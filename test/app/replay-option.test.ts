/** The option `replay`: which recordings are read, and one clear error for any other. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MAX_UNPACKED_BYTES } from '../../src/files/har-file.js';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { loadRecording } from '../../src/app/options/replay.js';
import { UserError } from '../../src/base/user-error.js';
import { createTempFolder } from '../cli/temp-files.js';
import { recordingToHar, start, type RecordedExchangeSpec } from '../replay/recorded-traffic.js';

const traffic = [start(0, 'gen_7f3k')];
const text = JSON.stringify(recordingToHar(traffic));

function fileOf(name: string, content: string | Uint8Array): string {
  const folder = createTempFolder({});
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

function expectError(source: string | object, message: string): void {
  const error = errorOf(source);
  expect(error).toContain(message);
  expect(error.trim().split('\n').length).toBeLessThanOrEqual(3);
  expect(error).not.toMatch(/\.ts:\d+/);
}

function errorOf(source: string | object): string {
  try {
    loadRecording(source);
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
  return 'no error';
}

describe('a recording', () => {
  it.each([
    ['a HAR file', 'traffic.har', text],
    ['its gzip file', 'traffic.har.gz', gzipSync(text)],
    ["Playwright's .zip file", 'traffic.zip', zipSync({ 'har.har': strToU8(text) })],
    ['a HAR file in UTF-16, as PowerShell writes it', 'traffic.har', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('is read from %s', (_name, file, content) => {
    expect(loadRecording(fileOf(file, content)).workspaces[0]?.jobs.map(({ id }) => id)).toEqual([
      'gen_7f3k',
    ]);
  });

  it('does not read files of other folders that it names', () => {
    const entry = {
      startedDateTime: '2026-01-15T09:30:00.000Z',
      request: { method: 'GET', url: 'https://staging.example.com/api/v1/templates' },
      response: { status: 200, content: { _file: '../secret.txt' } },
    };
    const folder = createTempFolder({});
    mkdirSync(join(folder, 'inside'));
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    const file = join(folder, 'inside', 'traffic.har');
    writeFileSync(file, JSON.stringify({ log: { entries: [entry] } }));
    expect(JSON.stringify(loadRecording(file).workspaces)).not.toContain('secret"');
    expect(loadRecording(file).warnings).toEqual(['The recorder omitted or truncated 1 body.']);
  });
});

it('a recording warns about requests that are not replayed, and about several services', () => {
  const deleted: RecordedExchangeSpec = { at: 5, request: 'DELETE /presentations/pres_1', status: 405 };
  const text = JSON.stringify(
    recordingToHar([...traffic, deleted, { ...traffic[0], at: 9 } as RecordedExchangeSpec]),
  );
  const two = text
    .replace('staging.example.com', 'other.example.com')
    .replace('/api/v1/presentations/pres_1', '/api/v2/presentations/pres_1');
  expect(loadRecording(JSON.parse(two) as object).warnings).toEqual([
    '1 request with other paths or methods will not be replayed.',
    'It has 2 base URLs, which are replayed as one service.',
  ]);
});

/** An archive whose directory announces this number of bytes for its file. */
function archiveOf(bytes: number): Uint8Array {
  const archive = Buffer.from(zipSync({ 'har.har': strToU8('{}') }));
  archive.writeUInt32LE(bytes, archive.indexOf('PK\u0001\u0002') + 24);
  return archive;
}

describe('a recording that cannot be played', () => {
  const elsewhere = { ...traffic[0], request: 'GET /presentations' } as RecordedExchangeSpec;
  const withOtherBasePath = JSON.stringify(recordingToHar([elsewhere])).replaceAll('/api/v1', '/decks/v2');
  it.each<[string, string | Uint8Array, string]>([
    ['is empty', '', 'it is empty.'],
    ['is another JSON file', '{"name":"app"}', 'it has no log.entries'],
    ['is a damaged archive', zipSync({ 'har.har': strToU8(text) }).subarray(0, 60), '.zip'],
    [
      'unpacks to a gigabyte',
      gzipSync(Buffer.alloc(MAX_UNPACKED_BYTES + 1), { level: 1 }),
      'traffic.har has more than 256 MB.',
    ],
    ['is an archive of a gigabyte', archiveOf(1_073_741_824), 'traffic.har has more than 256 MB.'],
    [
      'has an impossible status',
      text.replace('"status":202', '"status":9999'),
      'its status is 9999, not a status code',
    ],
    ['has another base path', withOtherBasePath, 'Its first request is /decks/v2/presentations.'],
  ])('has one clear error if it %s', (_name, content, message) =>
    expectError(fileOf('traffic.har', content), message),
  );

  it('has one clear error if it is missing, a folder, or no recording', () => {
    expectError('/nowhere/traffic.har', 'cannot be read. No such file or folder.');
    expectError(createTempFolder({}), 'cannot be read. It is a folder.');
    expectError({ log: 3 }, 'The option replay is not a recording');
  });

  it('is rejected where every key is accepted, if it has several workspaces', () => {
    const two = [start(0, 'gen_one'), start(1, 'gen_two', 'Two', { key: 'second-key' })];
    expect(() => createDeckhand({ replay: recordingToHar(two), apiKeys: 'any' })).toThrow(/has 2 workspaces/);
  });
});

describe('the keys of a recording', () => {
  const send = (key: string | undefined, deckhand = createDeckhand({ replay: recordingToHar(traffic) })) =>
    deckhand.fetch('http://127.0.0.1:4010/api/v1/presentations/generate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) },
      body: '{"prompt":"A pitch"}',
    });

  it('are those of the mock server, and a third workspace gets its own', async () => {
    const three = ['one', 'two', 'three'].map((name, index) =>
      start(index, `gen_${name}`, name, { key: `${name}-key` }),
    );
    const deckhand = createDeckhand({ replay: recordingToHar(three) });
    const ids = [];
    for (const key of ['deckhand-dev-key', 'deckhand-other-key', 'deckhand-replay-key-3'])
      ids.push(((await (await send(key, deckhand)).json()) as { generation_id: string }).generation_id);
    expect(ids).toEqual(['gen_one', 'gen_two', 'gen_three']);
    expect((await send('wrong', deckhand)).status).toBe(401);
  });

  it('are rejected as they were recorded, with any key that opens no workspace', async () => {
    const rejected: RecordedExchangeSpec = {
      ...start(0, 'unused', 'A pitch', { key: 'expired-key' }),
      status: 401,
      body: { error: 'expired' },
    };
    const deckhand = createDeckhand({ replay: recordingToHar([rejected, ...traffic]) });
    expect(await (await send('wrong', deckhand)).json()).toEqual({ error: 'expired' });
    expect((await send('deckhand-dev-key', deckhand)).status).toBe(202);
  });
});
