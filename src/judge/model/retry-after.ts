/** Parses Retry-After. A date is relative to the Date header (RFC 9110 10.2.3). */
import { getHeader, type HeaderPairs } from '../../journal/exchange.js';

/** Both dates are truncated to whole seconds, so the wait may be shorter by this much. */
export const HTTP_DATE_RESOLUTION_MS = 1000;

export type RetryAfter = { readonly wait: number; readonly isDate: boolean } | 'no-date' | undefined;

/** The wait in ms, never negative; `no-date` for a date without a Date header; `undefined` without a valid Retry-After. */
export function parseRetryAfter(headers: HeaderPairs): RetryAfter {
  return parseWait(getHeader(headers, 'retry-after'), headers);
}

/** The wait in ms, by `Retry-After` or by the reset header of a rate limit. */
export function getRateLimitWait(headers: HeaderPairs): number | undefined {
  const after = parseRetryAfter(headers) ?? parseWait(getReset(headers), headers);
  return typeof after === 'object' ? after.wait : undefined;
}

function getReset(headers: HeaderPairs): string | undefined {
  return (
    getHeader(headers, 'ratelimit-reset') ??
    getHeader(headers, 'x-ratelimit-reset') ??
    getHeader(headers, 'x-rate-limit-reset') ??
    /(?:reset=|;t=)(\d+)/.exec(getHeader(headers, 'ratelimit') ?? '')?.[1]
  );
}

/** Parses seconds, a Unix time in s or ms, or a date. */
function parseWait(text: string | undefined, headers: HeaderPairs): RetryAfter {
  if (text === undefined) return undefined;
  const number = /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
  if (number !== undefined && number <= 1e9) return { wait: number * 1000, isDate: false };
  const until = number === undefined ? Date.parse(text) : number > 1e12 ? number : number * 1000;
  if (Number.isNaN(until)) return undefined;
  const sent = Date.parse(getHeader(headers, 'date') ?? '');
  return Number.isNaN(sent) ? 'no-date' : { wait: Math.max(0, until - sent), isDate: true };
}
