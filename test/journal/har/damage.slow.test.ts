import { expect, test } from 'vitest';
import { entry, harOf, readWhole } from './har-files.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const whole = (number: number): string => JSON.stringify(entry({ url: `/${number}` }));
const fileOf = (...entries: readonly string[]): Uint8Array =>
  bytesOf(`{"log":{"entries":[${entries.join(',\n')}]}}`);

test.each([
  ['null', 'it has no request with a method and an address'],
  ['17', 'it has no request with a method and an address'],
  ['"text"', 'it has no request with a method and an address'],
  ['[1,[2]]', 'it has no request with a method and an address'],
  ['{"request":{"method":"GET"}}', 'it has no request with a method and an address'],
  ['{"a":tru}', expect.stringMatching(/^it is not JSON: /)],
  ['{"a":}', expect.stringMatching(/^it is not JSON: /)],
  [whole(2).replace('200', '"OK"'), 'its status is "OK", not a status code'],
  [
    whole(2).replace('2026-01-15T09:30:12.500Z', 'yesterday'),
    'its startedDateTime is "yesterday", not a date',
  ],
  [whole(2).replace('"2026-01-15T09:30:12.500Z"', 'null'), 'its startedDateTime is null, not a date'],
  [`{"request":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'it nests deeper than 32768 levels'],
])('the damaged entry %.60s is skipped and reported with its position', (damaged, what) => {
  const file = fileOf(whole(1), damaged, whole(3));
  const { reader, urls } = readWhole(file);
  expect(urls).toEqual(['/1', '/3']);
  const offset = bytesOf(`{"log":{"entries":[${whole(1)},\n`).length;
  expect(reader.problems).toEqual([{ entry: 2, offset, what }]);
  expect(reader.damaged).toBe(1);
});

test('the reader finds the next entry after a missing quote', () => {
  const broken = whole(2).replace('"method":"GET"', '"method":"GET');
  const { reader, urls } = readWhole(fileOf(whole(1), broken, whole(3), whole(4), whole(5)));
  expect(urls).toEqual(['/1', '/3', '/4', '/5']);
  expect(reader.damaged).toBe(1);
});

test('the reader finds all further entries after a missing bracket', () => {
  const broken = whole(2).replace('"headers":[]', '"headers":[');
  const { reader, urls } = readWhole(fileOf(whole(1), broken, whole(3), whole(4)));
  expect(urls).toEqual(['/1', '/3', '/4']);
  expect(reader.damaged).toBe(1);
});

test('all damaged entries are counted, and the first 20 listed', () => {
  const { reader, urls } = readWhole(fileOf(...Array.from({ length: 100 }, () => '{"x":nul}'), whole(1)));
  expect([urls, reader.damaged, reader.problems.length]).toEqual([['/1'], 100, 20]);
});

test('a message does not repeat damaged text, which can hold a key', () => {
  const { reader } = readWhole(fileOf('{"authorization":"Bearer secret-key" x}'));
  expect(JSON.stringify(reader.problems)).not.toContain('secret');
});

test('an entry with a body of 20 MB is read', () => {
  const body = 'x'.repeat(20_000_000);
  const { reader, urls } = readWhole(bytesOf(harOf([entry({ url: '/1', body }), entry({ url: '/2' })])));
  expect([urls, reader.damaged]).toEqual([['/1', '/2'], 0]);
});

test('an entry of more than 64 MB is skipped, and the next one is read', () => {
  const large = bytesOf(whole(2).replace('"text":""', `"text":"${'y'.repeat(70_000_000)}"`));
  const file = [bytesOf(`{"log":{"entries":[${whole(1)},`), large, bytesOf(`,${whole(3)}]}}`)];
  const { reader, urls } = readWhole(...file.flatMap((part) => chunks(part)));
  expect(urls).toEqual(['/1', '/3']);
  expect(reader.problems).toMatchObject([{ entry: 2, what: 'it is larger than 64 MB' }]);
});

const chunks = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / 1e6) }, (_, index) =>
    bytes.subarray(index * 1e6, (index + 1) * 1e6),
  );
