import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import {
  advanceClock,
  pauseClock,
  readClock,
  realDelayUntil,
  resumeClock,
  setClockSpeed,
  createClock,
  type Clock,
} from '../../src/service/clock.js';

const START = 1_768_469_400_000;

describe('a clock', () => {
  it('does not advance while it is paused, and resumes from there', () => {
    const paused = pauseClock(createClock(START), START + 1000);
    expect(readClock(paused, START + 90_000)).toBe(START + 1000);
    const resumed = resumeClock(paused, START + 90_000);
    expect(readClock(resumed, START + 90_500)).toBe(START + 1500);
  });

  it('advances, running or paused', () => {
    const clock = advanceClock(createClock(START), START + 1000, 60_000);
    expect(readClock(clock, START + 1001)).toBe(START + 61_001);
    const paused = advanceClock(pauseClock(clock, START + 2000), START + 9000, 5000);
    expect(readClock(paused, START + 99_000)).toBe(START + 67_000);
  });

  it('stops at the end of the year 9999', () => {
    const clock = advanceClock(createClock(START), START, Number.MAX_SAFE_INTEGER);
    const last = readClock(clock, START);
    expect(new Date(last).getUTCFullYear()).toBe(9999);
    expect(readClock(advanceClock(clock, START, 1e300), START + 1000)).toBe(last);
  });

  it('never goes back, whatever happens to it', () => {
    const change = fc.oneof(
      fc.constant(pauseClock),
      fc.constant(resumeClock),
      fc.nat(100_000).map((by) => (clock: Clock, real: number) => advanceClock(clock, real, by)),
      fc
        .double({ min: 0.01, max: 500, noNaN: true })
        .map((speed) => (clock: Clock, real: number) => setClockSpeed(clock, real, speed)),
    );
    const life = fc.array(fc.tuple(fc.nat(5000), change), { maxLength: 30 });
    fc.assert(
      fc.property(life, (changes) => {
        let clock = createClock(START);
        let real = START;
        let shown = START;
        for (const [gap, work] of changes) {
          real += gap;
          expect(readClock(clock, real)).toBeGreaterThanOrEqual(shown);
          shown = readClock(clock, real);
          clock = work(clock, real);
          expect(readClock(clock, real)).toBeGreaterThanOrEqual(shown);
          shown = readClock(clock, real);
        }
      }),
    );
  });
});

describe('the delay until an instant', () => {
  it('is infinite while the clock is paused, except for instants in the past', () => {
    const paused = pauseClock(createClock(START), START);
    expect(realDelayUntil(paused, START, START + 1)).toBe(Infinity);
    expect(realDelayUntil(paused, START, START)).toBe(0);
  });
});
