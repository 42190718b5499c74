/**
 * Matches a write request to a recorded write, by body, then by order. Changes are matched by an equal body, then by their
 * order, because people choose their time.
 */
import { getJson } from '../judge/model/body.js';
import type { Call } from '../judge/model/call.js';
import { findFailureRuns, startTimeOf, type FailureRun } from './segments.js';
import { failureIndexAt, isWithinJitter } from './read-cursor.js';

export interface RecordedWrites {
  readonly calls: readonly Call[];
  readonly times: readonly number[];
  readonly episodes: readonly (FailureRun | undefined)[];
  /** Equal for equal bodies. */
  readonly bodies: readonly string[];
}

/** The changes that were played, as plain data. */
export interface WriteCursor {
  /** The positions of the calls, in the order of their numbers. */
  readonly played: readonly number[];
  readonly last: { readonly index: number; readonly at: number } | null;
  readonly episode: { readonly first: number; readonly at: number } | null;
}

export const INITIAL_WRITE_CURSOR: WriteCursor = { played: [], last: null, episode: null };

export function buildRecordedWrites(calls: readonly Call[]): RecordedWrites {
  return {
    calls,
    times: calls.map(startTimeOf),
    episodes: findFailureRuns(calls),
    bodies: calls.map((call) => canonicalBody(getJson(call.requestBody), call.exchange.request.body?.text)),
  };
}

/** A text that is equal for equal bodies: the order of properties and white space do not count. */
export function canonicalBody(value: unknown, text = ''): string {
  return value === undefined ? text : JSON.stringify(value, sortKeys);
}

function sortKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)));
}

/**
 * The position of the call that a request gets; `undefined` beyond the recording.
 * @param isPossible whether a call can be played now
 */
export function matchWrite(
  writes: RecordedWrites,
  position: WriteCursor,
  body: string,
  now: number,
  isPossible: (index: number) => boolean = () => true,
): number | undefined {
  const { calls, times, episodes, bodies } = writes;
  const { last, episode, played } = position;
  const isOpen = (index: number): boolean => !played.includes(index) && isPossible(index);
  const retry = last && episodes[last.index] ? last.index + 1 : calls.length;
  if (last && retry < calls.length && isOpen(retry)) {
    const gap = (times[retry] ?? 0) - (times[last.index] ?? 0);
    if (isWithinJitter(now - last.at - gap, gap)) return retry;
  }
  const running = episode && episodes[episode.first];
  const failure = running ? failureIndexAt(times, running, now - episode.at) : undefined;
  if (failure !== undefined && isPossible(failure)) return failure;
  // The later failures of an episode happen only within its span.
  const open = calls
    .map((_, index) => index)
    .filter((index) => isOpen(index) && (episodes[index]?.first ?? index) === index);
  // What was refused for its body is not played to another one.
  return open.find((index) => bodies[index] === body) ?? open.find((index) => !isBodyRejection(calls[index]));
}

const isBodyRejection = (call: Call | undefined): boolean => call?.status === 400 || call?.status === 422;

export function advanceWriteCursor(
  { episodes }: RecordedWrites,
  position: WriteCursor,
  index: number,
  now: number,
): WriteCursor {
  const { played, episode } = position;
  const first = episodes[index]?.first;
  return {
    played: played.includes(index) ? played : [...played, index],
    last: { index, at: now },
    episode: first === index && !played.includes(index) ? { first, at: now } : episode,
  };
}
