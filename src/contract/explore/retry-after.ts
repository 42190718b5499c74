/** Reads from the headers of a response when to send the next request: Retry-After or a rate limit reset. */
import { headerOf, type HeaderPairs } from '../../journal/exchange.js';

/** The wait from now on, in ms, never negative; `undefined` if no header says so. */
export function waitOf(headers: HeaderPairs, now: number): number | undefined {
  const after = moment(headerOf(headers, 'retry-after'), now);
  const reset = after ?? moment(resetOf(headers), now);
  return reset === undefined ? undefined : Math.max(0, reset);
}

/** Whether a header of a successful response says that the rate limit is used up. */
export function isUsedUp(headers: HeaderPairs): boolean {
  const remaining =
    headerOf(headers, 'ratelimit-remaining') ??
    headerOf(headers, 'x-ratelimit-remaining') ??
    /(?:remaining=|;r=)(\d+)/.exec(headerOf(headers, 'ratelimit') ?? '')?.[1];
  return remaining !== undefined && /^\s*0\s*$/.test(remaining);
}

function resetOf(headers: HeaderPairs): string | undefined {
  return (
    headerOf(headers, 'ratelimit-reset') ??
    headerOf(headers, 'x-ratelimit-reset') ??
    headerOf(headers, 'x-rate-limit-reset') ??
    /(?:reset=|;t=)(\d+)/.exec(headerOf(headers, 'ratelimit') ?? '')?.[1]
  );
}

/** Converts seconds from now, seconds or ms since 1970, or a date to ms from now. */
function moment(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(text)) {
    const number = Number(text);
    if (number > 1e12) return number - now;
    return number > 1e9 ? number * 1000 - now : number * 1000;
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - now;
}
