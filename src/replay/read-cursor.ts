/**
 * A cursor into the recorded reads of a resource. Replay time is relative to the last sync point; a request at the recorded interval
 * sets a new one, so that drift does not accumulate.
 */
import { isGivenUp, type FailureRun, type Segment } from './segments.js';

export interface ReadCursor {
  readonly segment: number;
  /** The sync point at which the segment starts. */
  readonly anchor: SyncPoint;
  /** The sync point from which the time is computed. */
  readonly sync: SyncPoint;
  /** The last call that was replayed for the first time, and whether the client sent another request after it. */
  readonly last: { readonly index: number; readonly at: number; readonly isRepeated: boolean } | null;
  /** The index of the latest replayed call that is not a failure; -1 before the first one. */
  readonly current: number;
  /** The first failures of the runs that were replayed, and the replayed requests that their clients gave up. */
  readonly playedFailures: readonly number[];
  /** The latest run of failures: its first failure, and when it was replayed. */
  readonly lastFailureRun: { readonly first: number; readonly at: number } | null;
}

/** A recorded time, and the time at which it was replayed, in milliseconds since 1970. */
export interface SyncPoint {
  readonly recorded: number;
  readonly played: number;
}

export interface ReadStep {
  /** The index of the call in its segment. */
  readonly index: number;
  readonly position: ReadCursor;
}

/** The fraction of the interval between two recorded requests by which a client can deviate. */
const INTERVAL_TOLERANCE = 0.25;
/** The deviation of requests on any network. */
const MAX_JITTER_MS = 50;

export function createCursor(segment: number, anchor: SyncPoint): ReadCursor {
  return { segment, anchor, sync: anchor, last: null, current: -1, playedFailures: [], lastFailureRun: null };
}

/** @returns `undefined` if the segment has no calls */
export function nextRead(segment: Segment, position: ReadCursor, now: number): ReadStep | undefined {
  const next = (position.last?.index ?? -1) + 1;
  if (isOnSchedule(segment, position, next, now)) {
    const sync = { recorded: segment.times[next] ?? 0, played: now };
    return advanceCursor(segment, { ...position, sync }, next, now);
  }
  const failure = currentFailure(segment, position, now) ?? nextFailure(segment, position, now);
  const index = failure ?? currentCallIndex(segment, position, now);
  return index < 0 ? undefined : advanceCursor(segment, position, index, now);
}

/** The index of the current response at a time, without a request; -1 if there is none. It never decreases, and skips failures. */
export function currentCallIndex(
  { currentFrom, failureRuns }: Segment,
  position: ReadCursor,
  now: number,
): number {
  const recorded = toRecordedTime(position, now);
  let current = -1;
  for (const [index, start] of currentFrom.entries()) {
    if (failureRuns[index]) continue;
    if (current >= 0 && start > recorded) break;
    current = index;
  }
  return Math.max(current, position.current);
}

/** The next response after the current one, and when it becomes current; infinite if there is none. */
export function nextReadChange(
  segment: Segment,
  position: ReadCursor,
  now: number,
): { index: number; at: number } {
  const { currentFrom, failureRuns } = segment;
  const { recorded, played: at } = position.sync;
  const current = currentCallIndex(segment, position, now);
  const index = currentFrom.findIndex((_, call) => call > current && !failureRuns[call]);
  return { index, at: index < 0 ? Infinity : Math.ceil((currentFrom[index] ?? 0) - recorded + at) };
}

const toRecordedTime = ({ sync }: ReadCursor, now: number): number => sync.recorded + now - sync.played;

/** Whether the request arrives at the recorded interval. */
function isOnSchedule(
  { times, startsAt }: Segment,
  position: ReadCursor,
  next: number,
  now: number,
): boolean {
  const time = times[next];
  if (time === undefined) return false;
  const interval = time - (times[next - 1] ?? startsAt);
  const { anchor, last } = position;
  const sinceAnchor = now - anchor.played - (time - anchor.recorded);
  const sinceLast = last ? now - last.at - interval : sinceAnchor;
  return (!last?.isRepeated && isWithinJitter(sinceLast, interval)) || isWithinJitter(sinceAnchor, interval);
}

/** Whether a deviation from the recorded interval is within the tolerance. */
export function isWithinJitter(deviation: number, interval: number): boolean {
  return Math.abs(deviation) <= Math.max(INTERVAL_TOLERANCE * interval, MAX_JITTER_MS);
}

/** The current failure of the latest run, during the recorded time of the run. */
function currentFailure(
  { times, failureRuns, calls }: Segment,
  { lastFailureRun, playedFailures }: ReadCursor,
  now: number,
): number | undefined {
  const run = lastFailureRun && failureRuns[lastFailureRun.first];
  const isSpent = (index: number): boolean => isGivenUp(calls[index]) && playedFailures.includes(index);
  return run ? failureIndexAt(times, run, now - lastFailureRun.at, isSpent) : undefined;
}

/**
 * The current failure of a run, by the milliseconds since its first one was replayed.
 * @param times when the calls were recorded
 * @param isSpent whether a failure is not repeated. The one before it takes its place
 * @returns `undefined` after the run
 */
export function failureIndexAt(
  times: readonly number[],
  { first, last }: FailureRun,
  elapsed: number,
  isSpent: (index: number) => boolean,
): number | undefined {
  const recorded = (times[first] ?? 0) + elapsed;
  if (first === last || recorded > (times[last] ?? 0) + MAX_JITTER_MS) return undefined;
  let current = first;
  while (current < last && ((times[current] ?? 0) + (times[current + 1] ?? 0)) / 2 <= recorded) current += 1;
  while (current >= first && isSpent(current)) current -= 1;
  return current < first ? undefined : current;
}

/** The first failure of the earliest run that was not replayed, if it is due. */
function nextFailure({ times, failureRuns }: Segment, position: ReadCursor, now: number): number | undefined {
  const due = failureRuns.findIndex(
    (run, index) => run?.first === index && !position.playedFailures.includes(index),
  );
  // Before its first successful response, a resource has only failures.
  const isFirst = due >= 0 && !failureRuns.slice(0, due).includes(undefined);
  return due >= 0 && (isFirst || (times[due] ?? 0) <= toRecordedTime(position, now)) ? due : undefined;
}

function advanceCursor(segment: Segment, position: ReadCursor, index: number, now: number): ReadStep {
  const { last, playedFailures } = position;
  const isNew = index > (last?.index ?? -1);
  const first = segment.failureRuns[index]?.first;
  const isNewRun = first !== undefined && !playedFailures.includes(first);
  const isOnce = index !== first && isGivenUp(segment.calls[index]) && !playedFailures.includes(index);
  return {
    index,
    position: {
      ...position,
      last: isNew ? { index, at: now, isRepeated: false } : last && { ...last, isRepeated: true },
      current: first === undefined ? index : position.current,
      playedFailures: [...playedFailures, ...(isNewRun ? [first] : []), ...(isOnce ? [index] : [])],
      lastFailureRun: isNewRun ? { first, at: now } : position.lastFailureRun,
    },
  };
}
