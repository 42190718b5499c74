import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { formatDuration, parseDuration } from '../../src/scenario/duration.js';

describe('a duration', () => {
  it.each([
    ['250ms', 250],
    ['1.5s', 1500],
    ['1m30s', 90_000],
    ['1h2m3s4ms', 3_723_004],
  ])('written %s is %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['', '5', '1 s', '-1s', '1,5s', '1d', '1s..2s'])('is not %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('is not longer than a number can hold', () => {
    expect(parseDuration(`${'9'.repeat(400)}h`)).toBeUndefined();
  });
});

describe('a formatted duration', () => {
  it.each([
    [0, '0ms'],
    [999.6, '1s'],
    [1500, '1.5s'],
    [59_999.6, '1m'],
    [90_000, '1m30s'],
    [3_600_500, '1h0.5s'],
    [Infinity, 'forever'],
  ])('of %d ms is %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  it('parses to the same whole milliseconds', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000_000 }), (milliseconds) => {
        expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds);
      }),
    );
  });
});
