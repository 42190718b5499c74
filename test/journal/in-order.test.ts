import { expect, test } from 'vitest';
import fc from '../fast-check.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { InOrder } from '../../src/journal/in-order.js';

const exchange = (sequence: number, endedAt = 0): Exchange => ({
  sequence,
  startedAt: 0,
  endedAt,
  request: { method: 'GET', url: '/api/v1/templates', headers: [] },
});

function inOrder(exchanges: readonly Exchange[]): { handed: number[]; rest: number[] } {
  const handed: number[] = [];
  const order = new InOrder(({ sequence }) => handed.push(sequence));
  for (const each of exchanges) order.add(each);
  const before = [...handed];
  order.flush();
  return { handed: before, rest: handed.slice(before.length) };
}

test('whatever ends in any order is handed on in the order of its beginning', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }), (sequences) => {
      const { handed, rest } = inOrder(sequences.map((sequence) => exchange(sequence)));
      expect([handed, rest]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], []]);
    }),
  );
});

test('what began later waits for what began before', () => {
  expect(inOrder([exchange(1), exchange(3), exchange(4)])).toEqual({ handed: [1], rest: [3, 4] });
});

test('what takes very long is not waited for, and comes late', () => {
  const exchanges = [exchange(2, 0), exchange(3, 5_000), exchange(4, 10_001), exchange(1, 10_002)];
  expect(inOrder(exchanges)).toEqual({ handed: [2, 3, 4, 1], rest: [] });
});

test('no more than some are held', () => {
  const many = Array.from({ length: 600 }, (_, index) => exchange(index + 2));
  expect(inOrder(many).handed.length).toBe(600);
});
