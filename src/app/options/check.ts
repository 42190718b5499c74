/**
 * Checks of option values, for every source that sets one. `where` is the option as its user wrote it: `rateLimit`,
 * `--rate-limit`, `PORT in the environment`.
 */
import { parseRateLimit, readSpan } from '../../scenario/notation.js';
import { goneOptionText } from '../gone.js';
import { didYouMean } from '../../base/nearest.js';
import type { RateLimit, Span } from '../../scenario/timeline.js';
import { UserError } from '../../base/user-error.js';

/**
 * @param path the option that these are part of, with a dot
 * @throws UserError with the first option that is unknown or gone
 */
export function checkNames(options: object, known: readonly string[], path = ''): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const gone = goneOptionText(path + name);
    if (gone !== undefined) throw new UserError('bad-option', gone);
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
  if (isDigits(value))
    return refuse(value, where, `It has no window. Write it as ${written(where, `${value}/1m`)}.`);
  return refuse(value, where, `Expected requests per time, such as ${written(where, '20/1m')}.`);
}

export function needLatency(value: unknown, where = 'latency'): Span {
  const span = typeof value === 'string' ? readSpan(value) : undefined;
  if (span) return span;
  if (isDigits(value))
    return refuse(value, where, `It has no unit. Write it as ${written(where, `${value}ms`)}.`);
  const [one, two] = [written(where, '200ms'), written(where, '200ms..600ms')];
  return refuse(value, where, `Expected a time or a range, such as ${one} or ${two}.`);
}

export function needPositive(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  return refuse(value, where, `Expected a number above 0, such as 60${unquoted(value, /^\d+(?:\.\d+)?$/)}.`);
}

export function needWhole(value: unknown, where: string, least: number, most = Infinity): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
    return value;
  const range = most === Infinity ? `of ${least} or more` : `from ${least} to ${most}`;
  return refuse(value, where, `Expected a whole number ${range}${unquoted(value, /^\d+$/)}.`);
}

/** A value as its user writes it: in code with quotes, after a flag without. */
const written = (where: string, text: string): string => (/^[\w.]+$/.test(where) ? `'${text}'` : text);

/** The end of a hint about a number that is written as a string. */
const unquoted = (value: unknown, number: RegExp): string =>
  typeof value === 'string' && number.test(value) ? `: write ${value} without quotes` : '';

const isDigits = (value: unknown): value is string | number => /^[1-9]\d*$/.test(String(value));
