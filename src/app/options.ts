/** Checks the options of a stand-in before it starts. In TypeScript, the types prevent most of these mistakes. */
import { parseRateLimit } from '../scenario/notation.js';
import { didYouMean } from '../base/nearest.js';
import type { RateLimit } from '../scenario/timeline.js';
import { UserError } from '../base/user-error.js';

/**
 * @param path the option that these are part of, with a dot
 * @throws UserError with the first unknown option
 */
export function checkNames(options: object, known: readonly string[], path = ''): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name))
      refuse(
        `There is no option "${path}${name}".${didYouMean(name, known)}`,
        `There are: ${known.join(', ')}`,
      );
  }
}

export function needRate(text: string | undefined): RateLimit | undefined {
  if (text === undefined) return undefined;
  return (
    parseRateLimit(String(text)) ??
    refuse(`rateLimit cannot be "${text}".`, 'Write requests per time, such as 20/1m.')
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

/** The base of other addresses: scheme and host, optionally a path. No query, no fragment. */
export function needAddress(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')
    return value.replace(/\/+$/, '');
  return refuse(`${name} cannot be "${value}".`, 'Give an address such as https://deckhand.example.com.');
}

/** Scheme, host and port only. */
export function needOrigin(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && value.replace(/\/$/, '') === url.origin) return url.origin;
  const path = url && /^https?:$/.test(url.protocol) ? ` Only the origin is wanted: ${url.origin}.` : '';
  return refuse(
    `${name} cannot be "${value}".${path}`,
    'Give scheme, host and port, such as https://api.example.com.',
  );
}

function refuse(message: string, hint: string): never {
  throw new UserError('bad-option', message, { hint });
}
