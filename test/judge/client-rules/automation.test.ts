import { describe, expect, it } from 'vitest';
import fc from '../../fast-check.js';
import type { RequestTime } from '../../../src/judge/client-rules/request-timing.js';
import { isAutomated } from '../../../src/judge/client-rules/automation.js';

const at = (...seconds: readonly number[]): readonly RequestTime[] =>
  seconds.map((second, index) => ({ sequence: index + 1, at: second * 1000, clockChanges: 0 }));
const judged = (times: readonly RequestTime[], usualInterval?: number): boolean =>
  isAutomated(times, { minPollInterval: 1000, usualInterval });

describe('automation detection', () => {
  it.each([
    ['three repetitions at the usual interval', at(0, 3, 6, 9), 3000],
    ['four repetitions at a regular interval', at(0, 60, 120, 181, 240)],
    ['repetitions after doubled waits', at(0, 5, 15, 35, 75)],
    ['repetitions that are faster than clicks', at(0, 0.1, 0.3, 0.35, 0.5, 0.6, 0.7, 0.71)],
  ])('%s come from a program', (_, times, usual?: number) => expect(judged(times, usual)).toBe(true));

  it.each([
    ['two repetitions at the usual interval', at(0, 3, 6), 3000],
    ['three irregular repetitions', at(0, 7, 9, 30)],
    ['one repetition by each of five tabs', at(0, 0.35, 0.7, 1.05, 1.4), 350],
    ['repetitions much faster than the usual interval', at(0, 2, 3, 8), 20_000],
    ['repetitions after irregular, longer and longer waits', at(0, 5, 13, 33, 93)],
  ])('%s may come from users', (_, times, usual?: number) => expect(judged(times, usual)).toBe(false));

  it('counts repetitions while all gaps are unknown', () => {
    const steered = Array.from({ length: 8 }, (_, index) => ({
      sequence: index,
      at: 0,
      clockChanges: index,
    }));
    expect(judged(steered)).toBe(true);
    expect(judged(steered.slice(1))).toBe(false);
  });

  it('does not take several tabs that poll once each within five seconds for a program', () => {
    const offsets = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 0, maxLength: 6 });
    const property = fc.property(offsets, fc.integer({ min: 100, max: 5000 }), (polls, usual) => {
      const times = [0, ...polls.toSorted((one, other) => one - other)].map((time) => time / 1000);
      expect(judged(at(...times), usual)).toBe(false);
    });
    fc.assert(property, { seed: 5 });
  });
});
