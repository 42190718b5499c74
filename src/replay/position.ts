/**
 * Where a client is in the recorded reads of a resource, as plain data, and which of them its next request gets. Time counts from
 * the last anchor. A request in step with the recording moves the count, so that drift does not add up.
 */
import type { Episode, Segment } from './read-track.js';

export interface Position {
  readonly segment: number;
  /** When the anchor was recorded, and when it was played. */
  readonly anchor: Match;
  /** The count: a recorded instant, and when it was played. */
  readonly count: Match;
  /** The last call that was played for the first time, and whether the client sent another request after it. */
  readonly last: { readonly index: number; readonly at: number; readonly isRepeated: boolean } | null;
  /** The latest view that was played; -1 before the first one. */
  readonly view: number;
  /** The first failures of the episodes that were met. */
  readonly met: readonly number[];
  /** The latest episode: its first failure, and when it was played. */
  readonly episode: { readonly first: number; readonly at: number } | null;
}

/** A recorded instant, and the instant at which it was played, in milliseconds since 1970. */
export interface Match {
  readonly recorded: number;
  readonly played: number;
}

export interface Read {
  /** The position of the call in its segment. */
  readonly index: number;
  readonly position: Position;
}

/** The share of the interval between two recorded requests by which a client in step can deviate. */
const TOLERANCE = 0.25;
/** Milliseconds by which requests deviate on any network. */
const NOISE = 50;

export function positionAt(segment: number, anchor: Match): Position {
  return { segment, anchor, count: anchor, last: null, view: -1, met: [], episode: null };
}

/** @returns `undefined` if the segment has no calls */
export function read(segment: Segment, position: Position, now: number): Read | undefined {
  const next = (position.last?.index ?? -1) + 1;
  if (isInStep(segment, position, next, now)) {
    const count = { recorded: segment.times[next] ?? 0, played: now };
    return played(segment, { ...position, count }, next, now);
  }
  const failure = runningFailure(segment, position, now) ?? dueFailure(segment, position, now);
  const index = failure ?? currentView(segment, position, now);
  return index < 0 ? undefined : played(segment, position, index, now);
}

/** The current view at an instant, without a request; -1 if there is none. Views never go back, and a failure is not a view. */
export function currentView({ from, episodes }: Segment, position: Position, now: number): number {
  const recorded = recordedTime(position, now);
  let current = -1;
  for (const [index, start] of from.entries()) {
    if (episodes[index]) continue;
    if (current >= 0 && start > recorded) break;
    current = index;
  }
  return Math.max(current, position.view);
}

/** The next view after the current one, and when it becomes the current one; infinite if there is none. */
export function nextView(segment: Segment, position: Position, now: number): { index: number; at: number } {
  const { from, episodes } = segment;
  const { recorded, played: at } = position.count;
  const current = currentView(segment, position, now);
  const index = from.findIndex((_, view) => view > current && !episodes[view]);
  return { index, at: index < 0 ? Infinity : Math.ceil((from[index] ?? 0) - recorded + at) };
}

const recordedTime = ({ count }: Position, now: number): number => count.recorded + now - count.played;

/** Whether a request comes when the recording has its next one: counted from the last call, or from the anchor. */
function isInStep({ times, startsAt }: Segment, position: Position, next: number, now: number): boolean {
  const time = times[next];
  if (time === undefined) return false;
  const gap = time - (times[next - 1] ?? startsAt);
  const { anchor, last } = position;
  const sinceAnchor = now - anchor.played - (time - anchor.recorded);
  const sinceLast = last ? now - last.at - gap : sinceAnchor;
  return (!last?.isRepeated && isNear(sinceLast, gap)) || isNear(sinceAnchor, gap);
}

/** Whether a request deviates from the recorded one no more than a client in step does. */
export function isNear(deviation: number, gap: number): boolean {
  return Math.abs(deviation) <= Math.max(TOLERANCE * gap, NOISE);
}

/** The failure of the latest episode, within its recorded span. */
function runningFailure(
  { times, episodes }: Segment,
  { episode }: Position,
  now: number,
): number | undefined {
  const whole = episode && episodes[episode.first];
  return whole ? failureAt(times, whole, now - episode.at) : undefined;
}

/**
 * The failure of an episode, some milliseconds after its first one was played.
 * @param times when its calls were recorded
 * @returns `undefined` after its span
 */
export function failureAt(
  times: readonly number[],
  { first, last }: Episode,
  elapsed: number,
): number | undefined {
  const recorded = (times[first] ?? 0) + elapsed;
  if (first === last || recorded > (times[last] ?? 0) + NOISE) return undefined;
  let current = first;
  while (current < last && ((times[current] ?? 0) + (times[current + 1] ?? 0)) / 2 <= recorded) current += 1;
  return current;
}

/** The first failure of the earliest episode that was not met, if its time has come. */
function dueFailure({ times, episodes }: Segment, position: Position, now: number): number | undefined {
  const due = episodes.findIndex(
    (episode, index) => episode?.first === index && !position.met.includes(index),
  );
  // Before its first view, a resource has nothing but its failures.
  const isFirst = due >= 0 && !episodes.slice(0, due).includes(undefined);
  return due >= 0 && (isFirst || (times[due] ?? 0) <= recordedTime(position, now)) ? due : undefined;
}

function played(segment: Segment, position: Position, index: number, now: number): Read {
  const { last, met } = position;
  const isNew = index > (last?.index ?? -1);
  const first = segment.episodes[index]?.first;
  const isMet = first !== undefined && !met.includes(first);
  return {
    index,
    position: {
      ...position,
      last: isNew ? { index, at: now, isRepeated: false } : last && { ...last, isRepeated: true },
      view: first === undefined ? index : position.view,
      met: isMet ? [...met, first] : met,
      episode: isMet ? { first, at: now } : position.episode,
    },
  };
}
