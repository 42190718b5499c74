import { describe, expect, it } from 'vitest';
import { formatAgo, formatDuration } from '../../../src/panel/parts/format.js';

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [2_710, '2.7 s'],
    [9_949, '9.9 s'],
    [9_950, '10 s'],
    [12_000, '12 s'],
    [59_499, '59 s'],
    [59_500, '1m'],
    [90_000, '1m 30s'],
    [599_400, '9m 59s'],
    [599_900, '10m'],
    [3_599_700, '1h'],
    [7_500_000, '2h 5m'],
    [48 * 3_600_000, '2 days'],
  ])('of %d milliseconds is %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

describe('the time since an event', () => {
  it.each([
    [-5, 'just now'],
    [999, 'just now'],
    [1_000, '1 s ago'],
    [2_700, '2 s ago'],
    [59_999, '59 s ago'],
    [61_000, '1m 1s ago'],
  ])('%d milliseconds is %s', (milliseconds, text) => {
    expect(formatAgo(milliseconds)).toBe(text);
  });
});
