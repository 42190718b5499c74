/**
 * Splits the recorded reads of a resource at each write. A segment starts at an
 * anchor: the first request, a start, an accepted reply, a rename. The views after an anchor never appear without it.
 */
import type { Call } from '../judge/model/call.js';

export interface Segment {
  /** When its anchor was recorded, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly calls: readonly Call[];
  /** When each call was recorded. */
  readonly times: readonly number[];
  /** When each call becomes the current one: in the middle between its request and the one before it. */
  readonly currentFrom: readonly number[];
  /** The episode of each failure; `undefined` for a view. */
  readonly episodes: readonly (FailureRun | undefined)[];
}

/** Consecutive failures: the positions of the first and the last one. */
export interface FailureRun {
  readonly first: number;
  readonly last: number;
}

/** Whether the client got no usable response: a rate limit, an error of the server, or a broken connection. */
export function isFailure({ status }: Call): boolean {
  return status === 0 || status === 429 || status >= 500;
}

export const startTimeOf = (call: Call): number => call.exchange.startedAt;

export function buildSegment(startsAt: number, calls: readonly Call[]): Segment {
  const times = calls.map(startTimeOf);
  const from = times.map((time, index) => {
    const before = times[index - 1];
    return before === undefined ? -Infinity : (before + time) / 2;
  });
  return { startsAt, calls, times, currentFrom: from, episodes: findFailureRuns(calls) };
}

export function findFailureRuns(calls: readonly Call[]): readonly (FailureRun | undefined)[] {
  let first = 0;
  return calls.map((call, index) => {
    if (!isFailure(call)) return undefined;
    const before = calls[index - 1];
    if (!before || !isFailure(before)) first = index;
    const end = calls.findIndex((later, at) => at > index && !isFailure(later));
    return { first, last: (end < 0 ? calls.length : end) - 1 };
  });
}

/**
 * Divides the reads of a resource at its anchors.
 * @param anchors in the order of time
 */
export function splitIntoSegments(
  calls: readonly Call[],
  startsAt: number,
  anchors: readonly number[],
): Segment[] {
  const bounds = [startsAt, ...anchors];
  return bounds.map((from, index) => {
    const until = bounds[index + 1] ?? Infinity;
    const inside = calls.filter(
      (call) => startTimeOf(call) < until && (index === 0 || startTimeOf(call) >= from),
    );
    return buildSegment(from, inside);
  });
}
