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
  /** Where the step before ended; undefined when the figure was not shown before. */
  readonly before: number | undefined;
  /** What it is next seen at: a figure that ends there needs no jump. */
  readonly aim: number | undefined;
  /** Whether more values are known later, which the end of this growth must leave room for. */
  readonly goesOn: boolean;
  readonly mayFall: boolean;
}

/** More slopes than this are not tried. */
const MOST_TRIES = 400;

/**
 * The growth that shows all of these values, the one with the fewest jumps if there are several.
 * @param shares how much of the step was over each time, rising, from 0 up to and not including 1
 * @param values what the figure showed then
 */
export function growthThrough(
  shares: readonly number[],
  values: readonly number[],
  bounds: FigureBounds,
): Growth | undefined {
  const { least, most, mayFall } = bounds;
  const [first] = values;
  if (first === undefined || first < least) return undefined;
  const flat = { from: first, to: first };
  if (values.length === 1 && !bounds.goesOn) return sinceBefore(shares[0] ?? 0, first, bounds) ?? flat;
  if (values.every((value) => value === first)) return flat;
  const slopes = slopesThrough(shares, values);
  if (!slopes) return undefined;
  let best: Growth | undefined;
  const lowest = mayFall ? slopes.low : Math.max(slopes.low, 0);
  for (let slope = lowest; slope <= Math.min(slopes.high, lowest + MOST_TRIES); slope += 1) {
    const from = beginning(shares, values, slope);
    if (from === undefined || Math.min(from, from + slope) < least || Math.max(from, from + slope) > most)
      continue;
    const found = { from, to: from + slope };
    if (!best || jumps(found, bounds) < jumps(best, bounds)) best = found;
    if (jumps(best, bounds) === 0) break;
  }
  return best;
}

/** How often the figure jumps where this growth begins and ends. */
export function jumps({ from, to }: Growth, { before = 0, aim }: FigureBounds): number {
  return Number(from !== before) + Number(aim !== undefined && to !== aim);
}

/** A value that was seen once was grown to from where the figure stood before. */
function sinceBefore(share: number, value: number, { before, most, aim }: FigureBounds): Growth | undefined {
  if (before === undefined || value <= before || share <= 0) return undefined;
  const least = Math.ceil((value - before) / share);
  for (const growth of [(aim ?? before) - before, least, least + 1]) {
    const to = before + growth;
    if (to <= most && along(before, to, share) === value) return { from: before, to };
  }
  return undefined;
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

/** Where a figure with this growth begins so that it shows every value: what it has grown by is the same from anywhere. */
function beginning(shares: readonly number[], values: readonly number[], slope: number): number | undefined {
  const from = (values[0] ?? 0) - along(0, slope, shares[0] ?? 0);
  return shares.every((share, index) => along(from, from + slope, share) === values[index])
    ? from
    : undefined;
}
