/**
 * Splits the recorded reads of a resource into segments. A segment starts at an anchor: the first request, a start, an accepted
 * reply or a rename. The responses after an anchor are replayed only after it.
 */
import type { RecordedCall } from './recorded-call.js';

export interface Segment {
  /** When its anchor was recorded, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly calls: readonly RecordedCall[];
  /** When each call was recorded. */
  readonly times: readonly number[];
  /** When each call becomes the current one: in the middle between its request and the previous one. */
  readonly currentFrom: readonly number[];
  /** The run of each failure; `undefined` for other calls. */
  readonly failureRuns: readonly (FailureRun | undefined)[];
}

/** Consecutive failures: the indexes of the first and the last one. */
export interface FailureRun {
  readonly first: number;
  readonly last: number;
}

/** Whether the client got no usable response: a rate limit, a server error, or a failed connection. */
export function isFailure({ status }: RecordedCall): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Whether its client gave up. Only one request gets this call again: the outage of a service ends for all its requests at once. */
export const isGivenUp = (call: RecordedCall | undefined): boolean => call?.exchange.failure === 'aborted';

export const startTimeOf = (call: RecordedCall): number => call.exchange.startedAt;

export function buildSegment(startsAt: number, calls: readonly RecordedCall[]): Segment {
  const times = calls.map(startTimeOf);
  const from = times.map((time, index) => {
    const previous = times[index - 1];
    return previous === undefined ? -Infinity : (previous + time) / 2;
  });
  return { startsAt, calls, times, currentFrom: from, failureRuns: findFailureRuns(calls) };
}

export function findFailureRuns(calls: readonly RecordedCall[]): readonly (FailureRun | undefined)[] {
  let first = 0;
  return calls.map((call, index) => {
    if (!isFailure(call)) return undefined;
    const previous = calls[index - 1];
    if (!previous || !isFailure(previous)) first = index;
    const end = calls.findIndex((later, at) => at > index && !isFailure(later));
    return { first, last: (end < 0 ? calls.length : end) - 1 };
  });
}

/**
 * Splits the reads of a resource at its anchors.
 * @param anchors in chronological order
 */
export function splitIntoSegments(
  calls: readonly RecordedCall[],
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
