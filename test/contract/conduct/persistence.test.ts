import { describe, expect, it } from 'vitest';
import fc from '../../fast-check.js';
import type { Moment } from '../../../src/contract/conduct/moments.js';
import { isPersistent } from '../../../src/contract/conduct/persistence.js';

const at = (...seconds: readonly number[]): readonly Moment[] =>
  seconds.map((second, index) => ({ sequence: index + 1, at: second * 1000, era: 0 }));
const judged = (moments: readonly Moment[], rhythm?: number): boolean =>
  isPersistent(moments, { tightLoop: 1000, rhythm });

describe('whether a request is repeated by a program', () => {
  it.each([
    ['three times in its own rhythm', at(0, 3, 6, 9), 3000],
    ['three times in about its own rhythm', at(0, 2.5, 6, 9.6), 3000],
    ['four times at any regular interval', at(0, 60, 120, 181, 240)],
    ['with waits that double', at(0, 5, 15, 35, 75)],
    ['faster than anybody clicks', at(0, 0.1, 0.3, 0.35, 0.5, 0.6, 0.7, 0.71)],
  ])('%s: yes', (_, moments, rhythm?: number) => expect(judged(moments, rhythm)).toBe(true));

  it.each([
    ['twice in its own rhythm', at(0, 3, 6), 3000],
    ['three times, as people do', at(0, 7, 9, 30)],
    ['once by each of five tabs, one after the other', at(0, 0.35, 0.7, 1.05, 1.4), 350],
    ['four times within a second', at(0, 0.2, 0.5, 0.6, 0.9)],
    ['again and again, with growing interest', at(0, 2, 9, 11, 60, 63, 200)],
  ])('%s: no', (_, moments, rhythm?: number) => expect(judged(moments, rhythm)).toBe(false));

  it('does not tell by intervals that nobody knows, but by how often it was', () => {
    const steered = Array.from({ length: 8 }, (_, era) => ({ sequence: era, at: 0, era }));
    expect(judged(steered)).toBe(true);
    expect(judged(steered.slice(1))).toBe(false);
  });

  it('never takes tabs for a program that each look once more within five seconds', () => {
    const offsets = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 0, maxLength: 6 });
    const property = fc.property(offsets, fc.integer({ min: 100, max: 5000 }), (looks, rhythm) => {
      const times = [0, ...looks.toSorted((one, other) => one - other)].map((time) => time / 1000);
      expect(judged(at(...times), rhythm)).toBe(false);
    });
    fc.assert(property, { seed: 5 });
  });
});
