import { expect, test } from 'vitest';
import { HeaderListCache } from '../../../src/journal/har/header-list-cache.js';

const har = (...pairs: readonly (readonly [string, unknown])[]) =>
  pairs.map(([name, value]) => ({ name, value }));

test('equal headers share one list, also after other headers', () => {
  const lists = new HeaderListCache();
  const first = lists.get(har(['Accept', '*/*'], ['x-a', '1']));
  lists.get(har(['accept', '*/*']));
  expect(lists.get(har(['Accept', '*/*'], ['x-a', '1']))).toBe(first);
  expect(first).toEqual([
    ['Accept', '*/*'],
    ['x-a', '1'],
  ]);
});

test.each([
  [har(['a', 'b1 c'], ['', '']), har(['a', 'b'], ['c', ''])],
  [har(['a', '1 b']), har(['a1 ', 'b'])],
  [har(['a', 'b'], ['c', 'd']), har(['c', 'd'], ['a', 'b'])],
])('headers with the same characters in a row but different names are different lists', (one, other) => {
  const lists = new HeaderListCache();
  expect(lists.get(one)).not.toEqual(lists.get(other));
});

test('a value that is not a list gives no headers, and a long list is read, too', () => {
  const lists = new HeaderListCache();
  expect(lists.get('none')).toEqual([]);
  expect(lists.get(har(['cookie', 'x'.repeat(20_000)]))[0]?.[1]).toHaveLength(20_000);
  expect(lists.get([null, { name: 1 }])).toEqual([
    ['', ''],
    ['', ''],
  ]);
});
