/** Times of the requests of a client, and the intervals between them. */
import type { Exchange } from '../../journal/exchange.js';

/** The number of times that rules need, with some more as evidence. */
const MAX_TIMES = 13;

/** The error of timers in browsers and in Node, in ms. */
export const TIMER_JITTER_MS = 20;

export interface RequestTime {
  readonly sequence: number;
  readonly at: number;
  readonly endedAt: number;
  readonly connection: string | undefined;
  /** How often the clock was changed before. An interval across such a change says nothing about the client. */
  readonly clockChanges: number;
}

/** Ms between two requests; undefined when the clock was changed in between or the order is unknown. */
type Interval = number | undefined;

export function toRequestTime(
  { sequence, startedAt, endedAt, connection }: Exchange,
  clockChanges: number,
): RequestTime {
  return { sequence, at: startedAt, endedAt, connection, clockChanges };
}

export function intervalBetween(earlier: RequestTime, later: RequestTime): Interval {
  const isKnown = earlier.clockChanges === later.clockChanges && later.at >= earlier.at;
  return isKnown ? later.at - earlier.at : undefined;
}

export function intervalsOf(times: readonly RequestTime[]): readonly Interval[] {
  return times.slice(1).map((time, index) => intervalBetween(times[index] as RequestTime, time));
}

/** Adds a time and drops the oldest ones. */
export function addTime(times: readonly RequestTime[], time: RequestTime): readonly RequestTime[] {
  return [...times.slice(1 - MAX_TIMES), time];
}

/** The last `count` intervals; undefined when there are fewer or one of them is unknown. */
export function lastIntervals(intervals: readonly Interval[], count: number): readonly number[] | undefined {
  if (intervals.length < count) return undefined;
  const known = intervals.slice(-count).filter((interval) => interval !== undefined);
  return known.length === count ? known : undefined;
}
