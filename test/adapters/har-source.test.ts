import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readHarFiles, type HarSourceOptions } from '../../src/adapters/har-source.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';

interface Line {
  readonly url: string;
  readonly second?: number;
  readonly method?: string;
  readonly status?: number;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
}

const base = 'https://api.example/api/v1';
const withKey = [{ name: 'x-api-key', value: 'k' }];

const entry = ({ url, second = 1, method = 'GET', status = 200, headers = withKey }: Line): object => ({
  startedDateTime: `2026-01-15T09:30:${String(second).padStart(2, '0')}.000Z`,
  time: 20,
  request: { method, url, headers },
  response: { status, headers: [], content: { size: 2, text: '[]' } },
});

const harOf = (...lines: readonly Line[]): string => JSON.stringify({ log: { entries: lines.map(entry) } });

function filesOf(...contents: readonly (string | Buffer)[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-har-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return contents.map((content, index) => {
    const file = join(folder, `${index}.har`);
    writeFileSync(file, content);
    return file;
  });
}

async function read(files: readonly string[], options?: HarSourceOptions) {
  const traffic = readHarFiles(files, options);
  const exchanges: Exchange[] = [];
  for await (const exchange of traffic) exchanges.push(exchange);
  const told = exchanges.map(({ sequence, request }) => `${sequence} ${request.url.replace(base, '')}`);
  return { traffic, exchanges, told };
}

test('files are one journal by time, whatever their order and that of their entries', async () => {
  const files = filesOf(
    harOf({ url: `${base}/templates`, second: 30 }, { url: `${base}/presentations/a`, second: 10 }),
    harOf({ url: `${base}/presentations/b`, second: 20 }, { url: `${base}/presentations/c`, second: 40 }),
  );
  const expected = ['1 /presentations/a', '2 /presentations/b', '3 /templates', '4 /presentations/c'];
  expect((await read(files)).told).toEqual(expected);
  expect((await read(files.toReversed())).told).toEqual(expected);
});

test('what was saved twice is taken once; two requests of the same file are two', async () => {
  const twice = harOf({ url: `${base}/templates` }, { url: `${base}/templates` });
  const { told, traffic } = await read(filesOf(twice, harOf({ url: `${base}/templates` })));
  expect(told).toEqual(['1 /templates', '2 /templates']);
  expect(traffic.repeated).toBe(1);
});

test('a journal of ours keeps its numbers, alone; among others it does not', async () => {
  const exchange: Exchange = {
    sequence: 7,
    startedAt: 1.7e12,
    endedAt: 1.7e12 + 5.25,
    request: { method: 'GET', url: `${base}/templates`, headers: [] },
    response: { status: 200, headers: [] },
  };
  const ours = JSON.stringify(toHar([exchange], { name: 'deckhand', version: '0' }));
  expect((await read(filesOf(ours))).exchanges).toEqual([exchange]);
  expect((await read(filesOf(ours, harOf()))).told).toEqual(['1 /templates']);
});

test('a file that is packed with gzip is read', async () => {
  const packed = gzipSync(harOf({ url: `${base}/templates` }));
  expect((await read(filesOf(packed))).told).toEqual(['1 /templates']);
  await expect(read(filesOf(packed.subarray(0, 60)))).rejects.toThrow(/cannot be read/);
});

test('what is about something else, preflights and cached answers are counted and left out', async () => {
  const cached = { ...entry({ url: `${base}/templates` }), _fromCache: 'memory' };
  const others: readonly Line[] = [
    { url: 'https://cdn.example/app.js' },
    { url: 'https://cdn.example/app.js?from=/api/v1/templates' },
    { url: 'https://other.example/api/v1' },
    { url: `${base}/templates`, method: 'OPTIONS' },
    { url: `${base}/templates` },
  ];
  const har = JSON.stringify({ log: { entries: [cached, ...others.map(entry)] } });
  const { told, traffic } = await read(filesOf(har), { baseUrl: base });
  expect(told).toEqual(['1 /templates']);
  expect(traffic.notes).toMatchObject([{ entries: 6, beside: 3, cached: 1, preflights: 1 }]);
});

test('a base address picks the service; another version of it stays in sight', async () => {
  const urls = [
    `${base}/templates`,
    'https://api.example/api/v2/templates',
    'https://api.example/api/templates',
    'https://api.example/staging/api/v1/templates',
    'http://api.example/api/v1/templates',
    'https://api.example.net/api/v1/templates',
  ];
  const { exchanges } = await read(filesOf(harOf(...urls.map((url) => ({ url })))), { baseUrl: base });
  expect(exchanges.map(({ request }) => request.url)).toEqual(urls.slice(0, 3));
  expect((await read(filesOf(harOf(...urls.map((url) => ({ url })))))).exchanges).toHaveLength(6);
});

test('slashes may be escaped, as some recorders do', async () => {
  const escaped = harOf({ url: `${base}/templates` }).replaceAll('/', '\\/');
  expect((await read(filesOf(escaped))).told).toEqual(['1 /templates']);
});

test('where all keys are left out and requests succeed, each gets a mark', async () => {
  const { exchanges, traffic } = await read(filesOf(harOf({ url: `${base}/templates`, headers: [] })));
  expect(exchanges[0]?.request.headers).toEqual([['authorization', '[redacted left out]']]);
  expect(traffic.notes[0]?.areKeysLeftOut).toBe(true);
});

test.each([
  ['every request is refused', [{ url: `${base}/templates`, headers: [], status: 401 }]],
  ['one has a key', [{ url: `${base}/templates`, headers: [] }, { url: `${base}/templates` }]],
])('a request without a key stays one where %s', async (_, lines) => {
  const { exchanges, traffic } = await read(filesOf(harOf(...lines)));
  expect(exchanges[0]?.request.headers).toEqual([]);
  expect(traffic.notes[0]?.areKeysLeftOut).toBe(false);
});

test('a file that is not there, a folder, and a file that is no HAR are told apart', async () => {
  await expect(read(['/nowhere/at-all.har'])).rejects.toMatchObject({
    code: 'bad-har',
    message: '/nowhere/at-all.har cannot be read.',
    hint: 'There is no such file.',
  });
  await expect(read([tmpdir()])).rejects.toMatchObject({ hint: 'It is a folder; name the files in it.' });
  const [file = ''] = filesOf('{}');
  await expect(read([file])).rejects.toThrow(`${file}: it has no log.entries, so it is no HAR file.`);
});
