/** Rules about the rate of requests: between polls, after failures and client errors, and after Retry-After. Sections 4.5 and 7. */
import { createClientRule, type ClientRule, type RequestResult } from './create-client-rule.js';
import type { ClientRequest } from './client-requests.js';
import { findDueRetry } from './retry-history.js';
import { requireOneClient } from './one-client.js';
import {
  addTime,
  intervalBetween,
  intervalsOf,
  lastIntervals,
  TIMER_JITTER_MS,
  type RequestTime,
} from './request-timing.js';

/** Consecutive short intervals that make a loop. */
const MIN_LOOP_INTERVALS = 6;

/** Waits that show whether they grow. */
const MIN_WAITS = 6;

/** Consecutive shrinking waits that are not a coincidence. */
const MIN_SHRINKING_WAITS = 5;

/** Ms: a client that waits this long has already backed off. */
const MIN_BACKOFF_MS = 30_000;

/** Ms: a client that backs off does not stay below this wait. */
const MAX_SHORT_WAIT_MS = 2_500;

/** Early retries after different Retry-After headers; fewer may be reloads of a user. */
const MIN_EARLY_RETRIES = 3;

/** Repetitions of a rejected request. Fewer may be clicks of a user. */
const MIN_REPEATED_ERRORS = 5;

export const requestRateRules: readonly ClientRule[] = [
  createClientRule({
    id: 'client/no-tight-polling-loop',
    sections: ['4.5'],
    level: 'must',
    title: 'A client does not poll in a tight loop',
    interpretation:
      'Six intervals below one second (`minPollInterval`) fail if one client sent them; otherwise they are info.',
    hint: 'Wait a few seconds between the end of a poll and the start of the next.',
    notCovered: 'no job that a client polled twice',
    check: checkTightLoop,
  }),
  createClientRule({
    id: 'client/backs-off-after-failures',
    sections: ['4.5'],
    level: 'should',
    title: 'A client backs off after repeated failures',
    interpretation:
      'Failures: 429, 5xx, no response. One client: warns for constant or shrinking intervals. Enough: one longer interval, Retry-After, or 30 s.',
    hint: 'Double the wait after each failure in a row, up to one minute, and add a random part. Start again with a short wait after a success.',
    notCovered: 'no request that failed twice in a row',
    check: checkBackoff,
  }),
  createClientRule({
    id: 'client/honors-retry-after',
    sections: ['7', 'RFC 9110 10.2.3'],
    level: 'should',
    title: 'A client honors Retry-After',
    interpretation:
      'From RFC 9110. Warns after three early retries of one client; tabs do not share Retry-After.',
    hint: 'Read Retry-After, in seconds or as a date, and wait that long before you send the same request again.',
    notCovered: 'no response with Retry-After in the traffic',
    check: checkRetryAfter,
  }),
  createClientRule({
    id: 'client/no-retry-on-permanent-error',
    sections: ['7'],
    level: 'should',
    title: 'A client does not retry permanent errors',
    interpretation:
      'Permanent: any 4xx without Retry-After, except 408, 409, 423, 425, 429. Warns after five retries of one client.',
    hint: 'Repeat a request only after 429, 5xx or a network error. After another 4xx, show the error.',
    notCovered: 'no permanent error in the traffic',
    check: checkPermanentError,
  }),
];

function checkTightLoop(request: ClientRequest): RequestResult {
  const { call, job, time, minPollInterval } = request;
  const last = job?.polls.at(-1);
  if (call?.operation !== 'getGenerationStatus' || !job || !last) return undefined;
  if (intervalBetween(last, time) === undefined) return 'clock-changed';
  const polls = addTime(job.polls, time).slice(-MIN_LOOP_INTERVALS - 1);
  const loop = lastIntervals(intervalsOf(polls), MIN_LOOP_INTERVALS);
  if (!loop?.every((interval) => interval < minPollInterval)) return 'pass';
  return requireOneClient(request, polls, {
    severity: 'fail',
    message: `the client polls job ${call.id} in a tight loop`,
    expected: `at least ${minPollInterval} ms between polls`,
    actual: `polls ${formatIntervals(loop)} apart`,
    evidence: sequencesOf(polls),
  });
}

function checkBackoff(request: ClientRequest): RequestResult {
  const { call, job, previousAttempts, time } = request;
  const last = previousAttempts?.failed.at(-1);
  if (!call || !previousAttempts || !last) return undefined;
  const interval = intervalBetween(last, time);
  if (interval === undefined) return 'clock-changed';
  const { waits, hasFirstFailure } = previousAttempts;
  // A client that follows Retry-After passes.
  if (!waits) return 'pass';
  const attempts = addTime(previousAttempts.failed, time);
  const recent = intervalsOf(attempts);
  const shrinking = lastIntervals(recent, MIN_SHRINKING_WAITS);
  if (shrinking && areShrinking(shrinking))
    return requireOneClient(request, attempts.slice(-MIN_SHRINKING_WAITS - 1), {
      severity: 'warn',
      message: `the client retries ${call.operation} at shrinking intervals`,
      expected: 'waits that grow',
      actual: `waits of ${formatIntervals(shrinking)}`,
      evidence: sequencesOf(attempts.slice(-MIN_SHRINKING_WAITS - 1)),
    });
  if (waits.count + 1 < MIN_WAITS) return 'pass';
  const longest = Math.max(waits.longest, interval);
  const usualInterval = job?.usualInterval ?? Infinity;
  if (longest > waits.first * 1.1 || longest > usualInterval * 1.4 || interval >= MIN_BACKOFF_MS)
    return 'pass';
  // Without the first failure, backoff may have happened before the recording.
  if (!hasFirstFailure && interval >= MAX_SHORT_WAIT_MS) return 'pass';
  const constant = lastIntervals(recent, MIN_WAITS);
  if (!constant || !areTimed(constant)) return 'pass';
  return requireOneClient(request, attempts.slice(-MIN_WAITS - 1), {
    severity: 'warn',
    message: `the client retries ${call.operation} without backoff`,
    expected: 'waits that grow',
    actual: `${attempts.length - 1} consecutive failures, and waits that do not grow from ${Math.round(waits.first)} ms`,
    evidence: sequencesOf(attempts.slice(-MIN_WAITS - 1)),
  });
}

/** Whether each wait is clearly shorter than the previous one. */
function areShrinking(waits: readonly number[]): boolean {
  return waits.every((wait, index) => index === 0 || wait < (waits[index - 1] as number) * 0.95);
}

/** Whether a timer may have set the waits, constant or growing; those of a user vary. */
function areTimed(waits: readonly number[]): boolean {
  const isConstant = Math.max(...waits) <= Math.min(...waits) * 1.5 + TIMER_JITTER_MS;
  return isConstant || waits.every((wait, index) => index === 0 || wait > (waits[index - 1] as number));
}

function checkRetryAfter(request: ClientRequest): RequestResult {
  const { call, previousAttempts, time } = request;
  if (call && previousAttempts?.hasUnknownWait) return 'no-date';
  if (!call || !previousAttempts || previousAttempts.pendingRetries.length === 0) return undefined;
  const early = previousAttempts.pendingRetries
    .filter(({ clockChanges }) => clockChanges === time.clockChanges)
    .slice(-MIN_EARLY_RETRIES);
  const [first] = early;
  const last = early.at(-1);
  if (!first || !last) return 'clock-changed';
  if (findDueRetry(previousAttempts, time) || early.length < MIN_EARLY_RETRIES) return 'pass';
  const attempts = addTime(previousAttempts.failed, time).filter(
    ({ sequence }) => sequence >= first.sequence,
  );
  const waits = lastIntervals(intervalsOf(attempts), MIN_EARLY_RETRIES);
  if (!waits || !areTimed(waits)) return 'pass';
  return requireOneClient(request, attempts, {
    severity: 'warn',
    message: `the client retries ${call.operation} before Retry-After`,
    expected: `no request within ${last.wait / 1000} s`,
    actual: `a request after ${Math.round(waits.at(-1) ?? 0)} ms`,
    evidence: [...early.map(({ sequence }) => sequence), time.sequence],
  });
}

function checkPermanentError(request: ClientRequest): RequestResult {
  const { call, previousAttempts, time, exchange } = request;
  if (!call || !previousAttempts || previousAttempts.permanentErrors.length === 0) return undefined;
  const attempts = addTime(previousAttempts.permanentErrors, time);
  const status = exchange.response?.status ?? 0;
  if (status < 400 || attempts.length <= MIN_REPEATED_ERRORS) return 'pass';
  const waits = lastIntervals(intervalsOf(attempts), MIN_REPEATED_ERRORS);
  if (!waits) return 'clock-changed';
  if (!areTimed(waits)) return 'pass';
  return requireOneClient(request, attempts, {
    severity: 'warn',
    message: `the client retries ${call.operation} after a permanent error`,
    expected: `no retry after ${status}`,
    actual: `the same request at least ${attempts.length} times in a row`,
    evidence: sequencesOf(attempts),
  });
}

const sequencesOf = (times: readonly RequestTime[]): readonly number[] =>
  times.map(({ sequence }) => sequence);

const formatIntervals = (intervals: readonly number[]): string =>
  `${intervals.map((interval) => Math.round(interval)).join(', ')} ms`;
