/** Parses the notations of scenario files: ranges of time, of slides and tokens, of requests, and rate limits. */
import { parseDuration } from './duration.js';
import type { NumberRange, CompiledRateLimit, DurationRangeMs } from './timeline.js';

/** `2s` or `200ms..1.5s`. */
export function parseDurationRange(text: string): DurationRangeMs {
  const [min, max] = text.split('..');
  const shortest = duration(min);
  return { min: shortest, max: max === undefined ? shortest : duration(max) };
}

/** As `parseDurationRange`, for texts that no schema has checked; `undefined` when the text is not a span. */
export function tryParseDurationRange(text: string): DurationRangeMs | undefined {
  const [min = NaN, max = min, ...more] = text.split('..').map((part) => parseDuration(part) ?? NaN);
  return min <= max && more.length === 0 ? { min, max } : undefined;
}

/** `3s..8s`, or `10s..` without an end. */
export function parseTimeWindow(text: string): NumberRange {
  const [from, to] = text.split('..');
  return { from: duration(from), to: to ? duration(to) : Infinity };
}

/** `3`, `3..5`, or `4..` without an end. */
export function parseRequestRange(figure: string | number): NumberRange {
  const [from, to] = String(figure).split('..');
  return { from: Number(from), to: to === undefined ? Number(from) : to === '' ? Infinity : Number(to) };
}

export interface Amount {
  readonly value: number;
  readonly percent: boolean;
}

/** `8`, `0..8` or `0%..100%`. A single number is the end. */
export function parseAmountRange(figure: string | number): { from: Amount | undefined; to: Amount } {
  const [first = '', second] = String(figure).split('..');
  return second === undefined
    ? { from: undefined, to: count(first) }
    : { from: count(first), to: count(second) };
}

/** `20/1m`; `undefined` when the text is not a rate. */
export function parseRateLimit(text: string): CompiledRateLimit | undefined {
  const [requests = '', per = ''] = text.split('/');
  const window = parseDuration(per);
  return /^[1-9]\d{0,5}$/.test(requests) && window
    ? { requests: Number(requests), windowMs: window }
    : undefined;
}

function count(text: string): Amount {
  return { value: Number.parseInt(text, 10), percent: text.endsWith('%') };
}

/** The schema has accepted the text, so it must be a duration. */
function duration(text: string | undefined): number {
  const milliseconds = text === undefined ? undefined : parseDuration(text);
  if (milliseconds === undefined) throw new Error(`The scenario schema accepted "${text}" as a duration`);
  return milliseconds;
}
