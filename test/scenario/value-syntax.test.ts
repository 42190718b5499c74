import { describe, expect, it } from 'vitest';
import { parseRateLimit } from '../../src/scenario/value-syntax.js';

describe('a rate limit', () => {
  it.each([
    ['20/1m', { requests: 20, windowMs: 60_000 }],
    ['1/250ms', { requests: 1, windowMs: 250 }],
    ['999999/1h', { requests: 999_999, windowMs: 3_600_000 }],
  ])('%s', (text, rate) => {
    expect(parseRateLimit(text)).toEqual(rate);
  });

  it.each(['', '20', '0/1m', '1.5/1m', '20/0s', '1000000/1m'])('is not %j', (text) => {
    expect(parseRateLimit(text)).toBeUndefined();
  });
});
