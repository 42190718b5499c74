import { expect, test } from 'vitest';
import { getRateLimitWait, parseRetryAfter } from '../../../src/judge/model/retry-after.js';
import { isRateLimitExhausted } from '../../../src/judge/model/rate-limit.js';

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
])('%s: %s is a wait of %i ms', (name, value, wait) =>
  expect(
    getRateLimitWait([
      [name, value],
      ['Date', new Date(now).toUTCString()],
    ]),
  ).toBe(wait),
);

test('a date counts from the Date of its response, and cannot be measured without one', () => {
  const after = ['Retry-After', 'Thu, 15 Jan 2026 09:35:30 GMT'] as const;
  expect(getRateLimitWait([after, ['Date', 'Thu, 15 Jan 2026 09:35:00 GMT']])).toBe(30_000);
  expect(parseRetryAfter([after])).toBe('no-date');
  expect(getRateLimitWait([after])).toBeUndefined();
  expect(getRateLimitWait([['X-RateLimit-Reset', String(now / 1000 + 5)]])).toBeUndefined();
});

test('Retry-After has priority, and invalid values are ignored', () => {
  expect(
    getRateLimitWait([
      ['x-ratelimit-reset', '9'],
      ['retry-after', '1'],
    ]),
  ).toBe(1_000);
  expect(getRateLimitWait([['retry-after', 'soon']])).toBeUndefined();
  expect(getRateLimitWait([])).toBeUndefined();
});

test('each of the headers can say that the rate limit is used up', () => {
  expect(isRateLimitExhausted([['X-RateLimit-Remaining', '0']])).toBe(true);
  expect(isRateLimitExhausted([['RateLimit', '"default";r=0;t=9']])).toBe(true);
  expect(isRateLimitExhausted([['RateLimit-Remaining', '10']])).toBe(false);
  expect(isRateLimitExhausted([])).toBe(false);
});
