import { expect, test } from 'vitest';
import { waitOf } from '../../../src/contract/explore/rate-limiter.js';
import { isUsedUp } from '../../../src/contract/model/rate-limit.js';

const now = Date.UTC(2026, 0, 15, 9, 30, 0);

test.each([
  ['Retry-After', '7', 7_000],
  ['retry-after', 'Thu, 15 Jan 2026 09:30:30 GMT', 30_000],
  ['Retry-After', 'Thu, 15 Jan 2026 09:29:00 GMT', 0],
  ['RateLimit-Reset', '12', 12_000],
  ['X-RateLimit-Reset', String(now / 1000 + 5), 5_000],
  ['X-RateLimit-Reset', String(now + 5), 5],
  ['RateLimit', '"default";r=0;t=9', 9_000],
  ['RateLimit', 'limit=20, remaining=0, reset=3', 3_000],
])('%s: %s is a wait of %i ms', (name, value, wait) => expect(waitOf([[name, value]], now)).toBe(wait));

test('Retry-After has priority, and invalid values are ignored', () => {
  expect(
    waitOf(
      [
        ['x-ratelimit-reset', '9'],
        ['retry-after', '1'],
      ],
      now,
    ),
  ).toBe(1_000);
  expect(waitOf([['retry-after', 'soon']], now)).toBeUndefined();
  expect(waitOf([], now)).toBeUndefined();
});

test('each of the headers can say that the rate limit is used up', () => {
  expect(isUsedUp([['X-RateLimit-Remaining', '0']])).toBe(true);
  expect(isUsedUp([['RateLimit', '"default";r=0;t=9']])).toBe(true);
  expect(isUsedUp([['RateLimit-Remaining', '10']])).toBe(false);
  expect(isUsedUp([])).toBe(false);
});
