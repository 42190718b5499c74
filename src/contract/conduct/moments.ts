/** When a client asked, one request after the other, and what the intervals in between tell about who asked. */
import type { Exchange } from '../../journal/exchange.js';

export interface Moment {
  readonly sequence: number;
  readonly at: number;
  /** Counts how often the clock was steered: between two of these, an interval is nobody's. */
  readonly era: number;
}

/** Ms between two requests; undefined when the clock was steered in between, or it is not known which came first. */
export type Gap = number | undefined;

/** No rule looks further back. */
const KEPT = 13;

export function momentOf({ sequence, startedAt }: Exchange, era: number): Moment {
  return { sequence, at: startedAt, era };
}

export function gapBetween(earlier: Moment, later: Moment): Gap {
  return earlier.era === later.era && later.at >= earlier.at ? later.at - earlier.at : undefined;
}

export function gapsOf(moments: readonly Moment[]): readonly Gap[] {
  return moments.slice(1).map((moment, index) => gapBetween(moments[index] as Moment, moment));
}

/** Adds to the newest, of which there are never more than rules look at. */
export function keep(moments: Moment[], moment: Moment): void {
  moments.push(moment);
  if (moments.length > KEPT) moments.shift();
}

/** The last so many intervals; undefined when there are fewer, or one of them is not known. */
export function lastKnown(gaps: readonly Gap[], count: number): readonly number[] | undefined {
  if (gaps.length < count) return undefined;
  const known = gaps.slice(-count).filter((gap) => gap !== undefined);
  return known.length === count ? known : undefined;
}

export function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

/** Whether all are alike, the longest no more than `ratio` times the shortest. */
export function areAlike(gaps: readonly number[], ratio: number): boolean {
  return Math.max(...gaps) <= Math.min(...gaps) * ratio + TIMER_SLACK;
}

/** Timers of browsers and of Node are off by this much, in ms. */
export const TIMER_SLACK = 20;
