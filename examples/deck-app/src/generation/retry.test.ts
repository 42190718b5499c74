import { expect, test } from 'vitest';
import { ApiProblem } from '../api/problem';
import { retryDelay } from './retry';

const rateLimited = (retryAfter?: number) => new ApiProblem('rate-limited', { status: 429, retryAfter });

test('without Retry-After, each delay is twice the previous one, up to a minute', () => {
  const delays = [1, 2, 3, 4, 5, 6].map((attempt) => retryDelay(rateLimited(), attempt, 0));
  expect(delays).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('the jitter is at most a quarter of the delay', () => {
  expect(retryDelay(rateLimited(), 1, 0.5)).toBe(4_500);
  expect(retryDelay(rateLimited(), 1, 1)).toBe(5_000);
});

test('Retry-After is followed, with a minimum of one second', () => {
  expect(retryDelay(rateLimited(7_000), 5)).toBe(7_000);
  expect(retryDelay(rateLimited(0), 1)).toBe(1_000);
});
