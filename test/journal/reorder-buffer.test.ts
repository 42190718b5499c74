import { expect, test } from 'vitest';
import fc from '../fast-check.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { ReorderBuffer } from '../../src/journal/reorder-buffer.js';

const exchange = (sequence: number, endedAt = 0): Exchange => ({
  sequence,
  startedAt: 0,
  endedAt,
  request: { method: 'GET', url: '/api/v1/templates', headers: [] },
});

function reorder(exchanges: readonly Exchange[]): { emitted: number[]; rest: number[] } {
  const emitted: number[] = [];
  const order = new ReorderBuffer(({ sequence }) => emitted.push(sequence));
  for (const each of exchanges) order.add(each);
  const before = [...emitted];
  order.flush();
  return { emitted: before, rest: emitted.slice(before.length) };
}

test('exchanges that end in any order are emitted in the order of their start', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }), (sequences) => {
      const { emitted, rest } = reorder(sequences.map((sequence) => exchange(sequence)));
      expect([emitted, rest]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], []]);
    }),
  );
});

test('a later exchange waits for an earlier one', () => {
  expect(reorder([exchange(1), exchange(3), exchange(4)])).toEqual({ emitted: [1], rest: [3, 4] });
});

test('an exchange that takes too long does not hold up the others, and is emitted late', () => {
  const exchanges = [exchange(2, 0), exchange(3, 5_000), exchange(4, 10_001), exchange(1, 10_002)];
  expect(reorder(exchanges)).toEqual({ emitted: [2, 3, 4, 1], rest: [] });
});

test('the number of held exchanges is limited', () => {
  const many = Array.from({ length: 600 }, (_, index) => exchange(index + 2));
  expect(reorder(many).emitted.length).toBe(600);
});
