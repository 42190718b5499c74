import { describe, expect, it } from 'vitest';
import { roundTime } from '../../../src/replay/story/round-time.js';

describe('a round time', () => {
  it.each([
    [3001, 6000, 5000],
    [2230, 2900, 2500],
    [2210, 2390, 2300],
    [2211, 2219, 2215],
    [7, 7, 7],
    [7, 8, 8],
    [1, 3000, 2000],
  ])('between %d and %d is %d', (from, to, expected) => {
    expect(roundTime({ from, to })).toBe(expected);
  });
});
