/** The times of a client's requests, and the gaps between them. */
import type { Exchange } from '../journal/exchange.js';

export interface RequestTime {
  readonly sequence: number;
  readonly at: number;
  /** How often the clock was changed before. A gap across such a change says nothing about the client. */
  readonly clockChanges: number;
}

/** Ms between two requests; undefined when the clock was changed in between or the order is unknown. */
type Gap = number | undefined;

/** Rules need this many times of a request at most. */
const MAX_KEPT = 13;

export function requestTimeOf({ sequence, startedAt }: Exchange, clockChanges: number): RequestTime {
  return { sequence, at: startedAt, clockChanges };
}

export function gapBetween(earlier: RequestTime, later: RequestTime): Gap {
  const isKnown = earlier.clockChanges === later.clockChanges && later.at >= earlier.at;
  return isKnown ? later.at - earlier.at : undefined;
}

export function gapsOf(times: readonly RequestTime[]): readonly Gap[] {
  return times.slice(1).map((time, index) => gapBetween(times[index] as RequestTime, time));
}

/** Adds a time and drops the oldest ones. */
export function withTime(times: readonly RequestTime[], time: RequestTime): readonly RequestTime[] {
  return [...times.slice(1 - MAX_KEPT), time];
}

/** The last `count` gaps; undefined when there are fewer or one of them is unknown. */
export function lastGaps(gaps: readonly Gap[], count: number): readonly number[] | undefined {
  if (gaps.length < count) return undefined;
  const known = gaps.slice(-count).filter((gap) => gap !== undefined);
  return known.length === count ? known : undefined;
}

/** Whether the longest gap is at most `ratio` times the shortest. */
export function areSimilar(gaps: readonly number[], ratio: number): boolean {
  return Math.max(...gaps) <= Math.min(...gaps) * ratio + TIMER_SLACK;
}

/** The error of timers in browsers and in Node, in ms. */
export const TIMER_SLACK = 20;
