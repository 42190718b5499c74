import { expect, test } from 'vitest';
import { packed, unpacked } from '../../src/adapters/har-packing.js';
import type { Exchange, HeaderPairs } from '../../src/journal/exchange.js';

const accepts: HeaderPairs = [
  ['Accept', '*/*'],
  ['x-a', '1'],
];
const plain: Exchange = {
  sequence: 7,
  startedAt: 1_768_468_800_000.25,
  endedAt: 1_768_468_800_083.5,
  request: { method: 'GET', url: 'https://api.example/api/v1/templates', headers: accepts },
};
const answered: Exchange = {
  ...plain,
  sequence: 8,
  request: { ...plain.request, headers: accepts, body: { text: '{}', bytes: 2 } },
  response: {
    status: 200,
    headers: [...accepts, ['x-a', '2'], ['x-a', '1'], ['', '']],
    body: { text: 'A\ud800', encoding: 'base64', bytes: 9, cut: true },
  },
  failure: 'truncated',
  steered: true,
  page: 'page_1',
};
const bare: Exchange = { ...plain, response: { status: 0, headers: [] }, page: '' };

test('what was packed is unpacked the same', () => {
  const batch = [plain, answered, bare];
  expect(unpacked(packed(batch) ?? '')).toStrictEqual(batch);
  expect(unpacked(packed([]) ?? '')).toEqual([]);
});

test('headers that are the same are one afterwards', () => {
  const [one, other] = unpacked(packed([plain, answered]) ?? '');
  expect(other?.request.headers).toBe(one?.request.headers);
  expect(other?.response?.headers[1]).toBe(one?.request.headers[1]);
});

test('what JSON has no word for is not packed', () => {
  expect(packed([plain, { ...plain, endedAt: Infinity }])).toBeUndefined();
  expect(
    packed([{ ...plain, request: { ...plain.request, body: { text: '', bytes: NaN } } }]),
  ).toBeUndefined();
});
