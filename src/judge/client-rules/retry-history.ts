/** Retry history of one request of one client. Immutable. */
import { HTTP_DATE_RESOLUTION_MS, parseRetryAfter } from '../model/retry-after.js';
import { getHeader, type Exchange } from '../../journal/exchange.js';
import { intervalBetween, addTime, type RequestTime } from './request-timing.js';

/** Refusals that the same request may not get again: time or load explains them. */
const TRANSIENT_REFUSALS = [408, 409, 423, 425];

/** `unclear`: the client cancelled the request, or the response says nothing about repeating it. */
type Outcome = 'succeeded' | 'refused' | 'failed' | 'unclear';

export function getAttemptOutcome({ response, failure }: Exchange): Outcome {
  if (failure === 'aborted') return 'unclear';
  if (failure !== undefined || response === undefined) return 'failed';
  const { status } = response;
  if (status === 429 || status >= 500) return 'failed';
  if (status < 400) return 'succeeded';
  const isPermanent =
    !TRANSIENT_REFUSALS.includes(status) && getHeader(response.headers, 'retry-after') === undefined;
  return isPermanent ? 'refused' : 'unclear';
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
interface RetryWaits {
  readonly count: number;
  readonly first: number;
  /** The longest of all but the first. */
  readonly longest: number;
}

export interface RetryHistory {
  /** Attempts since the last success that were refused permanently. */
  readonly refused: readonly RequestTime[];
  /** Attempts in a row that failed. */
  readonly failed: readonly RequestTime[];
  readonly waits: RetryWaits | undefined;
  /** Whether the journal holds the first failure: the client had succeeded before it. */
  readonly hasFirstFailure: boolean;
  readonly pendingRetries: readonly PendingRetry[];
  /** Whether the last failure named a time that cannot be measured. */
  readonly isUnmeasured: boolean;
}

const MAX_PENDING = 8;

export function createRetryHistory(hasFirstFailure: boolean): RetryHistory {
  return {
    refused: [],
    failed: [],
    waits: undefined,
    hasFirstFailure,
    pendingRetries: [],
    isUnmeasured: false,
  };
}

/** The pending retry that this request is, if its wait is over. */
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
    refused: outcome === 'refused' ? addTime(history.refused, time) : history.refused,
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
  const gap = last && intervalBetween(last, time);
  const after = parseRetryAfter(exchange.response?.headers ?? []);
  const { sequence, clockChanges } = time;
  const wait =
    typeof after === 'object' ? Math.max(0, after.wait - (after.isDate ? HTTP_DATE_RESOLUTION_MS : 0)) : 0;
  const pending =
    typeof after === 'object' ? [{ sequence, clockChanges, due: exchange.endedAt + wait, wait }] : [];
  return {
    ...history,
    failed: addTime(history.failed, time),
    waits: wasDue ? undefined : gap === undefined ? history.waits : addWait(history.waits, gap),
    pendingRetries: [...history.pendingRetries, ...pending].slice(-MAX_PENDING),
    isUnmeasured: after === 'no-date',
  };
}

function addWait(waits: RetryWaits | undefined, gap: number): RetryWaits {
  if (!waits) return { count: 1, first: gap, longest: 0 };
  return { count: waits.count + 1, first: waits.first, longest: Math.max(waits.longest, gap) };
}

/** Allows 5 % for rounding and timer jitter. */
function isDue({ due, wait }: PendingRetry, at: number): boolean {
  return at >= due - wait / 20;
}
