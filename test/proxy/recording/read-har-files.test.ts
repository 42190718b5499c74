import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readHarFiles } from '../../../src/proxy/recording/read-har-files.js';
import { browserHar, startEntry } from '../../recorders/browser-har.js';

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

async function read(files: readonly string[], baseUrl?: string) {
  const traffic = await readHarFiles(files, baseUrl);
  const { exchanges } = traffic;
  const lines = exchanges.map(({ sequence, request }) => `${sequence} ${request.url.replace(base, '')}`);
  return { traffic, exchanges, lines };
}

test('an exchange in two files counts once; equal exchanges of one file count twice', async () => {
  const twice = harOf({ url: `${base}/templates` }, { url: `${base}/templates` });
  const { lines, traffic } = await read(filesOf(twice, harOf({ url: `${base}/templates` })));
  expect(lines).toEqual(['1 /templates', '2 /templates']);
  expect(traffic.duplicates).toBe(1);
});

test.each([
  ['the page before the worker', (page: string, worker: string) => [page, worker]],
  ['the worker before the page', (page: string, worker: string) => [worker, page]],
  ['each twice', (page: string, worker: string) => [page, worker, page, worker]],
])('a request that a service worker forwarded counts once in two files: %s', async (_order, order) => {
  const worker = startEntry(1030, { sent: undefined, time: 40, entry: { pageref: undefined } });
  const page = startEntry(1000, {
    time: 100,
    response: { _fetchedViaServiceWorker: true, _transferSize: 0 },
  });
  const texts = [browserHar([page]), browserHar([worker])].map((har) => JSON.stringify(har));
  const { exchanges, traffic } = await read(filesOf(...order(texts[0] ?? '', texts[1] ?? '')));
  expect(exchanges).toMatchObject([
    { pageref: 'page_1', request: { body: { text: '{"prompt":"A pitch"}' } } },
  ]);
  expect(traffic.forwardedTwice).toBe(1);
});

test('a file with both entries and another one with the inner entry count as one request', async () => {
  const worker = startEntry(1030, { sent: undefined, time: 40, entry: { pageref: undefined } });
  const page = startEntry(1000, {
    time: 100,
    response: { _fetchedViaServiceWorker: true, _transferSize: 0 },
  });
  const files = filesOf(JSON.stringify(browserHar([page, worker])), JSON.stringify(browserHar([worker])));
  expect((await read(files)).exchanges).toHaveLength(1);
});

test('the outer entry does not count if the inner one of another file came from a cache', async () => {
  const worker = startEntry(1030, { time: 40, entry: { _fromCache: 'disk' } });
  const page = startEntry(1000, {
    time: 100,
    response: { _fetchedViaServiceWorker: true, _transferSize: 0 },
  });
  const { exchanges } = await read(
    filesOf(...[[page], [worker]].map((one) => JSON.stringify(browserHar(one)))),
  );
  expect(exchanges).toEqual([]);
});

test('a file that is compressed with gzip is read', async () => {
  const packed = gzipSync(harOf({ url: `${base}/templates` }));
  expect((await read(filesOf(packed))).lines).toEqual(['1 /templates']);
  await expect(read(filesOf(packed.subarray(0, 60)))).rejects.toThrow(/cannot be decompressed/);
});

test('entries of other services, preflights and cached responses are counted and omitted', async () => {
  const cached = { ...entry({ url: `${base}/templates` }), _fromCache: 'memory' };
  const others: readonly Line[] = [
    { url: 'https://cdn.example/app.js' },
    { url: 'https://cdn.example/app.js?from=/api/v1/templates' },
    { url: 'https://other.example/api/v1' },
    { url: `${base}/templates`, method: 'OPTIONS' },
    { url: `${base}/templates` },
  ];
  const har = JSON.stringify({ log: { entries: [cached, ...others.map(entry)] } });
  const { lines, traffic } = await read(filesOf(har), base);
  expect(lines).toEqual(['1 /templates']);
  expect(traffic.files).toMatchObject([{ entries: 6, unrelated: 3, cached: 1, preflights: 1 }]);
});

test('a base URL selects the service; a wrong version also matches', async () => {
  const urls = [
    `${base}/templates`,
    'https://api.example/api/v2/templates',
    'https://api.example/api/templates',
    'https://api.example/staging/api/v1/templates',
    'http://api.example/api/v1/templates',
    'https://api.example.net/api/v1/templates',
  ];
  const { exchanges } = await read(filesOf(harOf(...urls.map((url) => ({ url })))), base);
  expect(exchanges.map(({ request }) => request.url)).toEqual(urls.slice(0, 3));
  expect((await read(filesOf(harOf(...urls.map((url) => ({ url })))))).exchanges).toHaveLength(6);
});

test('if no request has a key and requests succeed, their keys count as sanitized', async () => {
  const { exchanges, traffic } = await read(filesOf(harOf({ url: `${base}/templates`, headers: [] })));
  expect(exchanges[0]?.request.headers).toEqual([['authorization', '[redacted left out]']]);
  expect(traffic.files[0]?.areKeysOmitted).toBe(true);
});

test('an invalid entry is a warning, and the others are read', async () => {
  const readable = entry({ url: `${base}/templates` });
  const damaged = { ...readable, startedDateTime: 'yesterday' };
  const { lines, traffic } = await read(
    filesOf(JSON.stringify({ log: { entries: [damaged, 17, readable] } })),
  );
  expect(lines).toEqual(['1 /templates']);
  expect(traffic.files[0]?.warnings).toEqual([
    'entry 1 was skipped: its startedDateTime is "yesterday", not a date',
    'entry 2 was skipped: it has no request with a method and a URL',
  ]);
});

test('the message about a damaged file does not repeat its text, which can contain a key', async () => {
  const files = filesOf('{"log":{"entries":[{"authorization":"Bearer secret-key" x}]}}');
  await expect(read(files)).rejects.toThrow(/not valid JSON/);
  await expect(read(files)).rejects.not.toThrow(/secret/);
});
