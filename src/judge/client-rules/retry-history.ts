/** Retry history of one request of one client. Immutable. */
import { HTTP_DATE_RESOLUTION_MS, parseRetryAfter } from '../model/retry-after.js';
import { getHeader, type Exchange } from '../../journal/exchange.js';
import { intervalBetween, addTime, type RequestTime } from './request-timing.js';

/** Client errors that a later retry may not get again. */
const TRANSIENT_STATUSES = [408, 409, 423, 425];

const MAX_PENDING = 8;

/** `unknown`: the client aborted the request, or the response does not say whether a retry may help. */
type AttemptOutcome = 'succeeded' | 'permanent-error' | 'failed' | 'unknown';

/** A response with Retry-After that the client has not followed by a retry yet. */
interface PendingRetry {
  readonly sequence: number;
  readonly clockChanges: number;
  /** The earliest time for the next attempt, and the wait up to it, in ms. */
  readonly due: number;
  readonly wait: number;
}

/** The waits between failed attempts, in ms. */
interface RetryWaits {
  readonly count: number;
  readonly first: number;
  /** The longest of all but the first. */
  readonly longest: number;
}

export interface RetryHistory {
  /** Attempts with a permanent error since the last success. */
  readonly permanentErrors: readonly RequestTime[];
  /** Consecutive failed attempts. */
  readonly failed: readonly RequestTime[];
  readonly waits: RetryWaits | undefined;
  /** Whether the journal contains the first failure: the client had succeeded before it. */
  readonly hasFirstFailure: boolean;
  readonly pendingRetries: readonly PendingRetry[];
  /** Whether the last failure had a Retry-After date without a Date header. */
  readonly hasUnknownWait: boolean;
}

export function getAttemptOutcome({ response, failure }: Exchange): AttemptOutcome {
  if (failure === 'aborted') return 'unknown';
  if (failure !== undefined || response === undefined) return 'failed';
  const { status } = response;
  if (status === 429 || status >= 500) return 'failed';
  if (status < 400) return 'succeeded';
  const isPermanent =
    !TRANSIENT_STATUSES.includes(status) && getHeader(response.headers, 'retry-after') === undefined;
  return isPermanent ? 'permanent-error' : 'unknown';
}

export function createRetryHistory(hasFirstFailure: boolean): RetryHistory {
  return {
    permanentErrors: [],
    failed: [],
    waits: undefined,
    hasFirstFailure,
    pendingRetries: [],
    hasUnknownWait: false,
  };
}

/** The pending retry that this request fulfills, if its wait is over. */
export function findDueRetry(
  { pendingRetries }: RetryHistory,
  { at }: RequestTime,
): PendingRetry | undefined {
  return pendingRetries.find((one) => isDue(one, at));
}

export function addResponse(history: RetryHistory, exchange: Exchange, time: RequestTime): RetryHistory {
  const due = findDueRetry(history, time);
  const outcome = getAttemptOutcome(exchange);
  const before: RetryHistory = {
    ...history,
    permanentErrors:
      outcome === 'permanent-error' ? addTime(history.permanentErrors, time) : history.permanentErrors,
    pendingRetries: history.pendingRetries.filter((one) => one !== due),
  };
  return outcome === 'failed' ? addFailure(before, exchange, time, due !== undefined) : before;
}

/** @param wasDue whether the attempt followed a Retry-After: its wait was not the client's choice */
function addFailure(
  history: RetryHistory,
  exchange: Exchange,
  time: RequestTime,
  wasDue: boolean,
): RetryHistory {
  const last = history.failed.at(-1);
  const interval = last && intervalBetween(last, time);
  const after = parseRetryAfter(exchange.response?.headers ?? []);
  const { sequence, clockChanges } = time;
  const wait =
    typeof after === 'object' ? Math.max(0, after.wait - (after.isDate ? HTTP_DATE_RESOLUTION_MS : 0)) : 0;
  const pending =
    typeof after === 'object' ? [{ sequence, clockChanges, due: exchange.endedAt + wait, wait }] : [];
  return {
    ...history,
    failed: addTime(history.failed, time),
    waits: wasDue ? undefined : interval === undefined ? history.waits : addWait(history.waits, interval),
    pendingRetries: [...history.pendingRetries, ...pending].slice(-MAX_PENDING),
    hasUnknownWait: after === 'no-date',
  };
}

function addWait(waits: RetryWaits | undefined, interval: number): RetryWaits {
  if (!waits) return { count: 1, first: interval, longest: 0 };
  return { count: waits.count + 1, first: waits.first, longest: Math.max(waits.longest, interval) };
}

/** Allows 5 % for rounding and timer jitter. */
function isDue({ due, wait }: PendingRetry, at: number): boolean {
  return at >= due - wait / 20;
}
