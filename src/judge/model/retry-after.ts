/**
 * How long a response asks its client to wait. A date counts from the `Date` of the response, because the clocks of two machines
 * differ (RFC 9110, 10.2.3). Without a `Date`, its wait cannot be measured.
 */
import { getHeader, type HeaderPairs } from '../../journal/exchange.js';

/** Milliseconds by which the wait of a date can be shorter: both dates are cut to whole seconds. */
export const HTTP_DATE_RESOLUTION_MS = 1000;

export type RetryAfter = { readonly wait: number; readonly isDate: boolean } | 'no-date' | undefined;

/** What `Retry-After` says. Milliseconds, never negative; `undefined` without a readable one. */
export function parseRetryAfter(headers: HeaderPairs): RetryAfter {
  return waitIn(getHeader(headers, 'retry-after'), headers);
}

/** The wait in `Retry-After`, or else until the rate limit allows the next request; `undefined` if no header says so. */
export function getRateLimitWait(headers: HeaderPairs): number | undefined {
  const after = parseRetryAfter(headers) ?? waitIn(resetOf(headers), headers);
  return typeof after === 'object' ? after.wait : undefined;
}

function resetOf(headers: HeaderPairs): string | undefined {
  return (
    getHeader(headers, 'ratelimit-reset') ??
    getHeader(headers, 'x-ratelimit-reset') ??
    getHeader(headers, 'x-rate-limit-reset') ??
    /(?:reset=|;t=)(\d+)/.exec(getHeader(headers, 'ratelimit') ?? '')?.[1]
  );
}

/** Reads seconds, seconds or ms since 1970, or a date. */
function waitIn(text: string | undefined, headers: HeaderPairs): RetryAfter {
  if (text === undefined) return undefined;
  const number = /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
  if (number !== undefined && number <= 1e9) return { wait: number * 1000, isDate: false };
  const until = number === undefined ? Date.parse(text) : number > 1e12 ? number : number * 1000;
  if (Number.isNaN(until)) return undefined;
  const sent = Date.parse(getHeader(headers, 'date') ?? '');
  return Number.isNaN(sent) ? 'no-date' : { wait: Math.max(0, until - sent), isDate: true };
}
