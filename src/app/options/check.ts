/** Checks the options of a stand-in before it starts. In TypeScript, the types prevent most of these mistakes. */
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
      refuse(`Unknown option "${path}${name}".${didYouMean(name, known)}`, `There are: ${known.join(', ')}`);
  }
}

export function needRate(text: string | undefined): RateLimit | undefined {
  if (text === undefined) return undefined;
  return (
    parseRateLimit(String(text)) ??
    refuse(`rateLimit cannot be "${text}".`, 'Write requests per time, such as 20/1m.')
  );
}

/** @throws UserError that shows the correct value */
export function needLatency(text: string | undefined): Span | undefined {
  if (text === undefined) return undefined;
  const isNumber = /^\d+$/.test(String(text));
  return (
    readSpan(String(text)) ??
    refuse(
      `latency cannot be "${text}".`,
      isNumber
        ? `It has no unit. Write ${text}ms.`
        : 'Write a time or a range, such as 200ms or 200ms..600ms.',
    )
  );
}

export function needPositive(name: string, value: number): number {
  return Number.isFinite(value) && value > 0
    ? value
    : refuse(`${name} cannot be ${value}.`, 'Give a number above 0.');
}

export function needWhole(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  return refuse(`${name} cannot be ${value}.`, `Give a whole number of ${least} or more.`);
}

function refuse(message: string, hint: string): never {
  throw new UserError('bad-option', message, { hint });
}
