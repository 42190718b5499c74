/**
 * Cursor into the recorded responses of a resource. Time counts from
 * the last anchor. A request in step with the recording moves the count, so that drift does not add up.
 */
import type { FailureRun, Segment } from './segments.js';

export interface ReadCursor {
  readonly segment: number;
  /** When the anchor was recorded, and when it was played. */
  readonly anchor: SyncPoint;
  /** The count: a recorded instant, and when it was played. */
  readonly sync: SyncPoint;
  /** The last call that was played for the first time, and whether the client sent another request after it. */
  readonly last: { readonly index: number; readonly at: number; readonly isRepeated: boolean } | null;
  /** The latest view that was played; -1 before the first one. */
  readonly view: number;
  /** The first failures of the episodes that were met. */
  readonly playedFailures: readonly number[];
  /** The latest episode: its first failure, and when it was played. */
  readonly lastFailureRun: { readonly first: number; readonly at: number } | null;
}

/** A recorded instant, and the instant at which it was played, in milliseconds since 1970. */
export interface SyncPoint {
  readonly recorded: number;
  readonly played: number;
}

export interface ReadStep {
  /** The position of the call in its segment. */
  readonly index: number;
  readonly position: ReadCursor;
}

/** The share of the interval between two recorded requests by which a client in step can deviate. */
const INTERVAL_TOLERANCE = 0.25;
/** Milliseconds by which requests deviate on any network. */
const MAX_JITTER_MS = 50;

export function createCursor(segment: number, anchor: SyncPoint): ReadCursor {
  return { segment, anchor, sync: anchor, last: null, view: -1, playedFailures: [], lastFailureRun: null };
}

/** @returns `undefined` if the segment has no calls */
export function nextRead(segment: Segment, position: ReadCursor, now: number): ReadStep | undefined {
  const next = (position.last?.index ?? -1) + 1;
  if (isOnSchedule(segment, position, next, now)) {
    const count = { recorded: segment.times[next] ?? 0, played: now };
    return advanceCursor(segment, { ...position, sync: count }, next, now);
  }
  const failure = currentFailure(segment, position, now) ?? nextFailure(segment, position, now);
  const index = failure ?? currentCallIndex(segment, position, now);
  return index < 0 ? undefined : advanceCursor(segment, position, index, now);
}

/** The current view at an instant, without a request; -1 if there is none. Views never go back, and a failure is not a view. */
export function currentCallIndex(
  { currentFrom, episodes }: Segment,
  position: ReadCursor,
  now: number,
): number {
  const recorded = toRecordedTime(position, now);
  let current = -1;
  for (const [index, start] of currentFrom.entries()) {
    if (episodes[index]) continue;
    if (current >= 0 && start > recorded) break;
    current = index;
  }
  return Math.max(current, position.view);
}

/** The next view after the current one, and when it becomes the current one; infinite if there is none. */
export function nextViewChange(
  segment: Segment,
  position: ReadCursor,
  now: number,
): { index: number; at: number } {
  const { currentFrom, episodes } = segment;
  const { recorded, played: at } = position.sync;
  const current = currentCallIndex(segment, position, now);
  const index = currentFrom.findIndex((_, view) => view > current && !episodes[view]);
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
  const gap = time - (times[next - 1] ?? startsAt);
  const { anchor, last } = position;
  const sinceAnchor = now - anchor.played - (time - anchor.recorded);
  const sinceLast = last ? now - last.at - gap : sinceAnchor;
  return (!last?.isRepeated && isWithinJitter(sinceLast, gap)) || isWithinJitter(sinceAnchor, gap);
}

/** Whether a request deviates from the recorded one no more than a client in step does. */
export function isWithinJitter(deviation: number, gap: number): boolean {
  return Math.abs(deviation) <= Math.max(INTERVAL_TOLERANCE * gap, MAX_JITTER_MS);
}

/** The failure of the latest episode, within its recorded span. */
function currentFailure(
  { times, episodes }: Segment,
  { lastFailureRun }: ReadCursor,
  now: number,
): number | undefined {
  const whole = lastFailureRun && episodes[lastFailureRun.first];
  return whole ? failureIndexAt(times, whole, now - lastFailureRun.at) : undefined;
}

/**
 * The failure of an episode, some milliseconds after its first one was played.
 * @param times when its calls were recorded
 * @returns `undefined` after its span
 */
export function failureIndexAt(
  times: readonly number[],
  { first, last }: FailureRun,
  elapsed: number,
): number | undefined {
  const recorded = (times[first] ?? 0) + elapsed;
  if (first === last || recorded > (times[last] ?? 0) + MAX_JITTER_MS) return undefined;
  let current = first;
  while (current < last && ((times[current] ?? 0) + (times[current + 1] ?? 0)) / 2 <= recorded) current += 1;
  return current;
}

/** The first failure of the earliest episode that was not met, if its time has come. */
function nextFailure({ times, episodes }: Segment, position: ReadCursor, now: number): number | undefined {
  const due = episodes.findIndex(
    (episode, index) => episode?.first === index && !position.playedFailures.includes(index),
  );
  // Before its first view, a resource has nothing but its failures.
  const isFirst = due >= 0 && !episodes.slice(0, due).includes(undefined);
  return due >= 0 && (isFirst || (times[due] ?? 0) <= toRecordedTime(position, now)) ? due : undefined;
}

function advanceCursor(segment: Segment, position: ReadCursor, index: number, now: number): ReadStep {
  const { last, playedFailures } = position;
  const isNew = index > (last?.index ?? -1);
  const first = segment.episodes[index]?.first;
  const isMet = first !== undefined && !playedFailures.includes(first);
  return {
    index,
    position: {
      ...position,
      last: isNew ? { index, at: now, isRepeated: false } : last && { ...last, isRepeated: true },
      view: first === undefined ? index : position.view,
      playedFailures: isMet ? [...playedFailures, first] : playedFailures,
      lastFailureRun: isMet ? { first, at: now } : position.lastFailureRun,
    },
  };
}
