/** Matches a write request to a recorded one: by an equal body, then by order, because users choose the time of a write. */
import { getJson } from '../judge/model/body.js';
import type { RecordedCall } from './recorded-call.js';
import { findFailureRuns, isGivenUp, startTimeOf, type FailureRun } from './segments.js';
import { failureIndexAt, isWithinJitter } from './read-cursor.js';

export interface RecordedWrites {
  readonly calls: readonly RecordedCall[];
  readonly times: readonly number[];
  readonly failureRuns: readonly (FailureRun | undefined)[];
  /** Equal for equal bodies. */
  readonly bodies: readonly string[];
}

/** The writes that were replayed, as plain data. */
export interface WriteCursor {
  /** The indexes of the replayed calls. */
  readonly played: readonly number[];
  readonly last: { readonly index: number; readonly at: number } | null;
  readonly failureRun: { readonly first: number; readonly at: number } | null;
}

export const INITIAL_WRITE_CURSOR: WriteCursor = { played: [], last: null, failureRun: null };

export function buildRecordedWrites(calls: readonly RecordedCall[]): RecordedWrites {
  return {
    calls,
    times: calls.map(startTimeOf),
    failureRuns: findFailureRuns(calls),
    bodies: calls.map(readCanonicalBody),
  };
}

export const readCanonicalBody = ({ requestBody, exchange: { request } }: RecordedCall): string =>
  canonicalBody(getJson(requestBody), request.body?.text);

/** A text that is equal for equal bodies: it ignores white space and the order of properties. */
export function canonicalBody(value: unknown, text = ''): string {
  return value === undefined ? text : JSON.stringify(value, sortKeys);
}

function sortKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)));
}

/**
 * The index of the recorded call that a request gets; `undefined` if there is none.
 * @param isPossible whether a call can be replayed now
 */
export function matchWrite(
  writes: RecordedWrites,
  position: WriteCursor,
  body: string,
  now: number,
  isPossible: (index: number) => boolean = () => true,
): number | undefined {
  const { calls, times, failureRuns, bodies } = writes;
  const { last, failureRun, played } = position;
  const isAvailable = (index: number): boolean => !played.includes(index) && isPossible(index);
  const retry = last && failureRuns[last.index] ? last.index + 1 : calls.length;
  if (last && retry < calls.length && isAvailable(retry)) {
    const interval = (times[retry] ?? 0) - (times[last.index] ?? 0);
    if (isWithinJitter(now - last.at - interval, interval)) return retry;
  }
  const currentRun = failureRun && failureRuns[failureRun.first];
  const isSpent = (index: number): boolean => isGivenUp(calls[index]) && played.includes(index);
  const failure = currentRun ? failureIndexAt(times, currentRun, now - failureRun.at, isSpent) : undefined;
  if (failure !== undefined && isPossible(failure)) return failure;
  // The later failures of a run are replayed only during the run.
  const available = calls
    .map((_, index) => index)
    .filter((index) => isAvailable(index) && (failureRuns[index]?.first ?? index) === index);
  // The rejection of a body is not replayed for another body.
  return (
    available.find((index) => bodies[index] === body) ??
    available.find((index) => !isBodyRejection(calls[index]))
  );
}

const isBodyRejection = (call: RecordedCall | undefined): boolean =>
  call?.status === 400 || call?.status === 422;

export function advanceWriteCursor(
  { failureRuns }: RecordedWrites,
  position: WriteCursor,
  index: number,
  now: number,
): WriteCursor {
  const { played, failureRun } = position;
  const first = failureRuns[index]?.first;
  return {
    played: played.includes(index) ? played : [...played, index],
    last: { index, at: now },
    failureRun: first === index && !played.includes(index) ? { first, at: now } : failureRun,
  };
}
