/**
 * Which recorded change a request gets: a start, a creation, a reply, a rename. Changes are matched by an equal body, then by their
 * order, because people choose their time.
 */
import { jsonOf } from '../contract/model/payload.js';
import type { Call } from '../contract/model/call.js';
import { episodesOf, timeOf, type Episode } from './read-track.js';
import { failureAt, isNear } from './position.js';

export interface Writes {
  readonly calls: readonly Call[];
  readonly times: readonly number[];
  readonly episodes: readonly (Episode | undefined)[];
  /** Equal for equal bodies. */
  readonly bodies: readonly string[];
}

/** The changes that were played, as plain data. */
export interface WritePosition {
  /** The positions of the calls, in the order of their numbers. */
  readonly played: readonly number[];
  readonly last: { readonly index: number; readonly at: number } | null;
  readonly episode: { readonly first: number; readonly at: number } | null;
}

export const UNPLAYED: WritePosition = { played: [], last: null, episode: null };

export function writesOf(calls: readonly Call[]): Writes {
  return {
    calls,
    times: calls.map(timeOf),
    episodes: episodesOf(calls),
    bodies: calls.map((call) => bodyMark(jsonOf(call.sent), call.exchange.request.body?.text)),
  };
}

/** A text that is equal for equal bodies: the order of properties and white space do not count. */
export function bodyMark(value: unknown, text = ''): string {
  return value === undefined ? text : JSON.stringify(value, sorted);
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)));
}

/**
 * The position of the call that a request gets; `undefined` beyond the recording.
 * @param isPossible whether a call can be played now
 */
export function chooseWrite(
  writes: Writes,
  position: WritePosition,
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
    if (isNear(now - last.at - gap, gap)) return retry;
  }
  const running = episode && episodes[episode.first];
  const failure = running ? failureAt(times, running, now - episode.at) : undefined;
  if (failure !== undefined && isPossible(failure)) return failure;
  // The later failures of an episode happen only within its span.
  const open = calls
    .map((_, index) => index)
    .filter((index) => isOpen(index) && (episodes[index]?.first ?? index) === index);
  // What was refused for its body is not played to another one.
  return open.find((index) => bodies[index] === body) ?? open.find((index) => !isAboutBody(calls[index]));
}

const isAboutBody = (call: Call | undefined): boolean => call?.status === 400 || call?.status === 422;

export function afterWrite(
  { episodes }: Writes,
  position: WritePosition,
  index: number,
  now: number,
): WritePosition {
  const { played, episode } = position;
  const first = episodes[index]?.first;
  return {
    played: played.includes(index) ? played : [...played, index],
    last: { index, at: now },
    episode: first === index && !played.includes(index) ? { first, at: now } : episode,
  };
}
