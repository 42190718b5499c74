import { describe, expect, it } from 'vitest';
import { roundTime, roundTimes } from '../../src/replay/round-time.js';

describe('a round time', () => {
  it.each([
    [3001, 6000, 5000],
    [2230, 2900, 2500],
    [2210, 2390, 2300],
    [2211, 2219, 2215],
    [7, 7, 7],
    [1, 3000, 2000],
  ])('between %d and %d is %d', (from, to, expected) => {
    expect(roundTime({ from, to })).toBe(expected);
  });

  it('is every instant of the window once, if so many are asked for', () => {
    const times = [...roundTimes({ from: 990, to: 2011 }, 5000)];
    expect(times.slice(0, 2).sort()).toEqual([1000, 2000]);
    expect(new Set(times).size).toBe(1022);
    expect([...roundTimes({ from: 990, to: 2011 }, 7)]).toEqual(times.slice(0, 7));
  });
});
