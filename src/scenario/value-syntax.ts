/** Parses the values of scenario files: ranges of durations, times, amounts and request numbers, and rate limits. */
import { parseDuration } from './duration.js';
import type { NumberRange, CompiledRateLimit, DurationRangeMs } from './timeline.js';

export interface Amount {
  readonly value: number;
  readonly percent: boolean;
}

/** `2s` or `200ms..1.5s`. */
export function parseDurationRange(text: string): DurationRangeMs {
  const [min, max] = text.split('..');
  const shortest = parseValidDuration(min);
  return { min: shortest, max: max === undefined ? shortest : parseValidDuration(max) };
}

/** As `parseDurationRange`, for unvalidated text; `undefined` if it is not a range of durations. */
export function tryParseDurationRange(text: string): DurationRangeMs | undefined {
  const [min = NaN, max = min, ...more] = text.split('..').map((part) => parseDuration(part) ?? NaN);
  return min <= max && more.length === 0 ? { min, max } : undefined;
}

/** `3s..8s`, or `10s..` without an end. */
export function parseTimeWindow(text: string): NumberRange {
  const [from, to] = text.split('..');
  return { from: parseValidDuration(from), to: to ? parseValidDuration(to) : Infinity };
}

/** `3`, `3..5`, or `4..` without an end. */
export function parseRequestRange(value: string | number): NumberRange {
  const [from, to] = String(value).split('..');
  return { from: Number(from), to: to === undefined ? Number(from) : to === '' ? Infinity : Number(to) };
}

/** `8`, `0..8` or `0%..100%`. A single number is the end. */
export function parseAmountRange(value: string | number): { from: Amount | undefined; to: Amount } {
  const [first = '', second] = String(value).split('..');
  return second === undefined
    ? { from: undefined, to: parseAmount(first) }
    : { from: parseAmount(first), to: parseAmount(second) };
}

/** `20/1m`; `undefined` if the text is not a rate limit. */
export function parseRateLimit(text: string): CompiledRateLimit | undefined {
  const [requests = '', per = ''] = text.split('/');
  const window = parseDuration(per);
  return /^[1-9]\d{0,5}$/.test(requests) && window
    ? { requests: Number(requests), windowMs: window }
    : undefined;
}

function parseAmount(text: string): Amount {
  return { value: Number.parseInt(text, 10), percent: text.endsWith('%') };
}

/** Parses a text that the schema accepts as a duration. */
function parseValidDuration(text: string | undefined): number {
  const milliseconds = text === undefined ? undefined : parseDuration(text);
  if (milliseconds === undefined) throw new Error(`The scenario schema accepted "${text}" as a duration`);
  return milliseconds;
}
