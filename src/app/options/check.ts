/**
 * Checks of option values, for every place that sets one. `where` is the option as its user wrote it: `rateLimit`,
 * `--rate-limit`, `PORT in the environment`.
 */
import { parseRateLimit, readSpan } from '../../scenario/notation.js';
import { didYouMean } from '../../base/nearest.js';
import type { RateLimit, Span } from '../../scenario/timeline.js';
import { UserError } from '../../base/user-error.js';

/**
 * @param path the option that these are part of, with a dot
 * @throws UserError with the first unknown option
 */
export function checkNames(options: object, known: readonly string[], path = ''): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name))
      throw new UserError('bad-option', `Unknown option "${path}${name}".${didYouMean(name, known)}`, {
        hint: `There are: ${known.join(', ')}`,
      });
  }
}

/** @throws UserError always, with the value */
export function refuse(value: unknown, where: string, hint: string): never {
  const shown = typeof value === 'number' || value === undefined ? String(value) : JSON.stringify(value);
  throw new UserError('bad-option', `${where} cannot be ${shown}.`, { hint });
}

export function needRate(value: unknown, where = 'rateLimit'): RateLimit {
  const rate = typeof value === 'string' ? parseRateLimit(value) : undefined;
  if (rate) return rate;
  const expected = 'Expected requests per time, such as 20/1m.';
  return refuse(value, where, isDigits(value) ? `It has no window. Write it as ${value}/1m.` : expected);
}

export function needLatency(value: unknown, where = 'latency'): Span {
  const span = typeof value === 'string' ? readSpan(value) : undefined;
  if (span) return span;
  const expected = 'Expected a time or a range, such as 200ms or 200ms..600ms.';
  return refuse(value, where, isDigits(value) ? `It has no unit. Write it as ${value}ms.` : expected);
}

export function needPositive(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  return refuse(value, where, 'Expected a number above 0, such as 60.');
}

export function needWhole(value: unknown, where: string, least: number, most = Infinity): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
    return value;
  const range = most === Infinity ? `of ${least} or more` : `from ${least} to ${most}`;
  return refuse(value, where, `Expected a whole number ${range}.`);
}

const isDigits = (value: unknown): value is string | number => /^[1-9]\d*$/.test(String(value));
