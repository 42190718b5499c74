/** The failures of one request that one client repeated, and the waits that responses asked for, as a value. */
import { headerOf, type Exchange } from '../journal/exchange.js';
import { gapBetween, withTime, type RequestTime } from './request-times.js';

/** Refusals that the same request gets again: neither time nor load explains them. */
const PERMANENT_REFUSALS = new Set([
  400, 401, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422, 431, 451,
]);

/** `unclear`: the client cancelled the request, or the response says nothing about repeating it. */
type Outcome = 'succeeded' | 'refused' | 'failed' | 'unclear';

export function outcomeOf({ response, failure }: Exchange): Outcome {
  if (failure === 'aborted') return 'unclear';
  if (failure !== undefined || response === undefined) return 'failed';
  const { status } = response;
  if (status === 429 || status >= 500) return 'failed';
  if (!PERMANENT_REFUSALS.has(status)) return status < 400 ? 'succeeded' : 'unclear';
  // A refusal with Retry-After is not permanent.
  return headerOf(response.headers, 'retry-after') === undefined ? 'refused' : 'unclear';
}

/** A response with Retry-After after which the client has not repeated the request yet. */
interface PendingRetry {
  readonly sequence: number;
  readonly clockChanges: number;
  /** The earliest time for the next attempt, and the wait up to it, in ms. */
  readonly due: number;
  readonly wait: number;
}

/** The waits between failed attempts, in ms. */
interface Waits {
  readonly count: number;
  readonly first: number;
  /** The longest of all but the first. */
  readonly longest: number;
}

export interface Attempts {
  /** Attempts in a row that were refused permanently. */
  readonly refused: readonly RequestTime[];
  /** Attempts in a row that failed. */
  readonly failed: readonly RequestTime[];
  readonly waits: Waits | undefined;
  /** Whether the journal holds the first failure: the client had succeeded before it. */
  readonly hasFirstFailure: boolean;
  readonly pendingRetries: readonly PendingRetry[];
}

const MAX_PENDING = 8;

export function newRequest(hasFirstFailure: boolean): Attempts {
  return { refused: [], failed: [], waits: undefined, hasFirstFailure, pendingRetries: [] };
}

/** The pending retry that this request is, if its wait is over. */
export function dueRetry(
  { pendingRetries }: Attempts,
  { at, clockChanges }: RequestTime,
): PendingRetry | undefined {
  return pendingRetries.find((one) => one.clockChanges !== clockChanges || isDue(one, at));
}

export function afterResponse(history: Attempts, exchange: Exchange, time: RequestTime): Attempts {
  const due = dueRetry(history, time);
  const outcome = outcomeOf(exchange);
  const before: Attempts = {
    ...history,
    refused: refusedAfter(history, outcome, time),
    pendingRetries: history.pendingRetries.filter((one) => one !== due),
  };
  return outcome === 'failed' ? afterFailure(before, exchange, time, due !== undefined) : before;
}

function refusedAfter({ refused }: Attempts, outcome: Outcome, time: RequestTime): readonly RequestTime[] {
  if (outcome === 'refused') return withTime(refused, time);
  return outcome === 'unclear' ? refused : [];
}

/** @param wasDue whether the attempt followed a Retry-After: its wait was not the client's choice */
function afterFailure(history: Attempts, exchange: Exchange, time: RequestTime, wasDue: boolean): Attempts {
  const last = history.failed.at(-1);
  const gap = last && gapBetween(last, time);
  const isUnknown = wasDue || (last !== undefined && gap === undefined);
  const wait = retryAfterOf(exchange);
  const { sequence, clockChanges } = time;
  const pending = wait === undefined ? [] : [{ sequence, clockChanges, due: exchange.endedAt + wait, wait }];
  return {
    ...history,
    failed: withTime(history.failed, time),
    waits: isUnknown ? undefined : gap === undefined ? history.waits : withWait(history.waits, gap),
    pendingRetries: [...history.pendingRetries, ...pending].slice(-MAX_PENDING),
  };
}

function withWait(waits: Waits | undefined, gap: number): Waits {
  if (!waits) return { count: 1, first: gap, longest: 0 };
  return { count: waits.count + 1, first: waits.first, longest: Math.max(waits.longest, gap) };
}

/** Accepts requests that are 5 % early: Retry-After counts whole seconds, and timers are not exact. */
export function isDue({ due, wait }: PendingRetry, at: number): boolean {
  return at >= due - Math.max(50, wait / 20);
}

/** Retry-After in ms (RFC 9110 10.2.3). The header contains seconds or a date. A date is relative to the Date header. */
function retryAfterOf({ response }: Exchange): number | undefined {
  const text = headerOf(response?.headers ?? [], 'retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const wait = Date.parse(text) - Date.parse(headerOf(response?.headers ?? [], 'date') ?? '');
  return Number.isNaN(wait) ? undefined : Math.max(0, wait - 1000);
}
