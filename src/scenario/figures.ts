/** The small notations of scenario files: ranges of time, of slides and tokens, of requests, and rates. */
import { parseDuration } from './duration.js';
import type { Range, RateLimit, Span } from './timeline.js';

/** `2s` or `200ms..1.5s`. */
export function parseSpan(text: string): Span {
  const [min, max] = text.split('..');
  const shortest = certain(min);
  return { min: shortest, max: max === undefined ? shortest : certain(max) };
}

/** `3s..8s`, or `10s..` without an end. */
export function parsePeriod(text: string): Range {
  const [from, to] = text.split('..');
  return { from: certain(from), to: to ? certain(to) : Infinity };
}

/** `3`, `3..5`, or `4..` without an end. */
export function parseOrdinals(figure: string | number): Range {
  const [from, to] = String(figure).split('..');
  return { from: Number(from), to: to === undefined ? Number(from) : to === '' ? Infinity : Number(to) };
}

export interface Count {
  readonly value: number;
  readonly percent: boolean;
}

/** `8`, `0..8` or `0%..100%`. Where it begins is left open when only the end is given. */
export function parseCounts(figure: string | number): { from: Count | undefined; to: Count } {
  const [first = '', second] = String(figure).split('..');
  return second === undefined
    ? { from: undefined, to: count(first) }
    : { from: count(first), to: count(second) };
}

/** `20/1m`; `undefined` when the text is no rate. */
export function parseRateLimit(text: string): RateLimit | undefined {
  const [requests = '', per = ''] = text.split('/');
  const window = parseDuration(per);
  return /^[1-9]\d{0,5}$/.test(requests) && window ? { requests: Number(requests), window } : undefined;
}

function count(text: string): Count {
  return { value: Number.parseInt(text, 10), percent: text.endsWith('%') };
}

/** A time the schema has already accepted as one. */
function certain(text: string | undefined): number {
  const milliseconds = text === undefined ? undefined : parseDuration(text);
  if (milliseconds === undefined) throw new Error(`The schema let through a time that is none: ${text}`);
  return milliseconds;
}
