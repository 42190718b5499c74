import { expect, test } from 'vitest';
import { ApiProblem } from '../api/problem';
import { retryDelay } from './retry';

const busy = (retryAfter?: number) => new ApiProblem('busy', { status: 429, retryAfter });

test('without a hint each wait is twice the one before, up to a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) => retryDelay(busy(), tries, 0));
  expect(waits).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('a wait is longer by chance, and by no more than a quarter', () => {
  expect(retryDelay(busy(), 1, 0.5)).toBe(4_500);
  expect(retryDelay(busy(), 1, 1)).toBe(5_000);
});

test('a hint is kept to, and none makes a tight loop', () => {
  expect(retryDelay(busy(7_000), 5)).toBe(7_000);
  expect(retryDelay(busy(0), 1)).toBe(1_000);
});
