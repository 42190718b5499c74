/**
 * Finds the whole numbers between which a figure grew evenly, given what it showed at some instants of a step. Uses the
 * very rule by which the stand-in shows it, so what is found shows the same.
 */
import { along } from '../scenario/along.js';

export interface Growth {
  readonly from: number;
  readonly to: number;
}

export interface FigureBounds {
  /** Where it can begin at the earliest, and end at the latest. */
  readonly least: number;
  readonly most: number;
  /** Where the step before ended: a figure that goes on from there needs no telling. */
  readonly before: number;
  readonly mayFall: boolean;
}

/** More slopes than this are not tried. */
const MOST_TRIES = 400;

/**
 * @param shares how much of the step was over each time, rising, from 0 up to and not including 1
 * @param values what the figure showed then
 */
export function growthThrough(
  shares: readonly number[],
  values: readonly number[],
  { least, most, before, mayFall }: FigureBounds,
): Growth | undefined {
  const [first] = values;
  if (first === undefined) return { from: before, to: before };
  if (values.every((value) => value === first))
    return first >= least ? { from: first, to: first } : undefined;
  const slopes = slopesThrough(shares, values);
  if (!slopes) return undefined;
  let best: Growth | undefined;
  const lowest = mayFall ? slopes.low : Math.max(slopes.low, 0);
  for (let slope = lowest; slope <= Math.min(slopes.high, lowest + MOST_TRIES); slope += 1) {
    const begin = beginning(
      shares,
      values,
      slope,
      Math.max(least, least - slope),
      Math.min(most, most - slope),
      before,
    );
    if (begin === undefined) continue;
    const found = { from: begin, to: begin + slope };
    if (!best || Math.abs(found.from - before) < Math.abs(best.from - before)) best = found;
    if (best.from === before) break;
  }
  return best;
}

/** The whole growths over the step that can lead from each value to each other one. */
function slopesThrough(
  shares: readonly number[],
  values: readonly number[],
): { low: number; high: number } | undefined {
  let low = -Infinity;
  let high = Infinity;
  const ends = [0, values.length - 1];
  for (const end of ends) {
    for (let other = 0; other < values.length; other += 1) {
      const [one, two] = end < other ? [end, other] : [other, end];
      const width = (shares[two] ?? 0) - (shares[one] ?? 0);
      const rise = (values[two] ?? 0) - (values[one] ?? 0);
      if (one === two) continue;
      if (width <= 0) {
        if (rise !== 0) return undefined;
        continue;
      }
      low = Math.max(low, (rise - 1) / width);
      high = Math.min(high, (rise + 1) / width);
    }
  }
  return low > high ? undefined : { low: Math.floor(low), high: Math.ceil(high) };
}

/** Where a figure with this growth begins so that it shows every value; the nearest such beginning to the one wanted. */
function beginning(
  shares: readonly number[],
  values: readonly number[],
  slope: number,
  least: number,
  most: number,
  wanted: number,
): number | undefined {
  let low = least;
  let high = most;
  for (const [index, share] of shares.entries()) {
    // The growth so far is the same whole number wherever it begins.
    const begin = (values[index] ?? 0) - along(0, slope, share);
    low = Math.max(low, begin);
    high = Math.min(high, begin);
    if (low > high) return undefined;
  }
  return Math.min(Math.max(wanted, low), high);
}
