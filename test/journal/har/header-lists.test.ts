import { expect, test } from 'vitest';
import { HeaderLists } from '../../../src/journal/har/header-lists.js';

const har = (...pairs: readonly (readonly [string, unknown])[]) =>
  pairs.map(([name, value]) => ({ name, value }));

test('the same headers are one list, whatever came between', () => {
  const lists = new HeaderLists();
  const first = lists.listOf(har(['Accept', '*/*'], ['x-a', '1']));
  lists.listOf(har(['accept', '*/*']));
  expect(lists.listOf(har(['Accept', '*/*'], ['x-a', '1']))).toBe(first);
  expect(first).toEqual([
    ['Accept', '*/*'],
    ['x-a', '1'],
  ]);
});

test.each([
  [har(['a', 'b1 c'], ['', '']), har(['a', 'b'], ['c', ''])],
  [har(['a', '1 b']), har(['a1 ', 'b'])],
  [har(['a', 'b'], ['c', 'd']), har(['c', 'd'], ['a', 'b'])],
])('headers that only look alike in a row are different lists', (one, other) => {
  const lists = new HeaderLists();
  expect(lists.listOf(one)).not.toEqual(lists.listOf(other));
});

test('what is no list of headers is none, and long lists are read as well', () => {
  const lists = new HeaderLists();
  expect(lists.listOf('none')).toEqual([]);
  expect(lists.listOf(har(['cookie', 'x'.repeat(20_000)]))[0]?.[1]).toHaveLength(20_000);
  expect(lists.listOf([null, { name: 1 }])).toEqual([
    ['', ''],
    ['', ''],
  ]);
});
