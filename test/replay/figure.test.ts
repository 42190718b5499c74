import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { growthThrough, type FigureBounds } from '../../src/replay/figure.js';
import { along } from '../../src/scenario/along.js';

const FREE: FigureBounds = {
  least: 0,
  most: Infinity,
  before: 0,
  aim: undefined,
  goesOn: true,
  mayFall: false,
};
const shares = fc
  .uniqueArray(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 12 })
  .map((all) => all.toSorted((one, two) => one - two));

describe('a growth found through values', () => {
  it('shows every one of them, whenever some growth does', () => {
    fc.assert(
      fc.property(shares, fc.nat(50), fc.nat(3000), (seen, from, growth) => {
        const values = seen.map((share) => along(from, from + growth, share));
        const found = growthThrough(seen, values, FREE);
        // Two polls that all but coincide leave more slopes than are tried.
        if (!found) expect(Math.min(...gaps(seen))).toBeLessThan(0.01);
        else expect(seen.map((share) => along(found.from, found.to, share))).toEqual(values);
      }),
      { numRuns: 500 },
    );
  });

  it('is none where no even growth shows them', () => {
    expect(growthThrough([0.1, 0.2, 0.3], [0, 90, 91], FREE)).toBeUndefined();
    expect(growthThrough([0.1, 0.2], [5, 4], FREE)).toBeUndefined();
    expect(growthThrough([0.1, 0.6], [5, 4], { ...FREE, mayFall: true })).toBeDefined();
  });

  it('stays within its bounds', () => {
    expect(growthThrough([0.2, 0.4], [20, 40], { ...FREE, most: 95 })).toBeUndefined();
    expect(growthThrough([0.2, 0.4], [20, 40], { ...FREE, least: 1 })?.from).not.toBe(0);
  });

  it('goes from where the figure was to where it is next, if it can', () => {
    expect(growthThrough([0.31, 0.62], [24, 49], { ...FREE, aim: 80 })).toEqual({ from: 0, to: 80 });
    expect(growthThrough([0.5], [40], { ...FREE, aim: 81, goesOn: false, most: 90 })).toEqual({
      from: 0,
      to: 81,
    });
    expect(growthThrough([0.5], [40], FREE)).toEqual({ from: 40, to: 40 });
  });
});

function gaps(seen: readonly number[]): number[] {
  return seen.slice(1).map((share, index) => share - (seen[index] ?? 0));
}
