/** Rules about the rate of requests: between polls, after failures and client errors, and after Retry-After. Sections 4.5 and 7. */
import { createClientRule, type ClientRule, type RequestResult } from './create-client-rule.js';
import type { ClientRequest } from './client-requests.js';
import { findDueRetry } from './retry-history.js';
import {
  areRegular,
  intervalBetween,
  intervalsOf,
  lastIntervals,
  TIMER_JITTER_MS,
  addTime,
  type RequestTime,
} from './request-timing.js';
import { isAutomated } from './automation.js';

/** Consecutive short intervals that make a loop. Fewer may come from several tabs. */
const MIN_LOOP_INTERVALS = 6;

/** Consecutive similar intervals that come from one client. Fewer may come from alternating tabs. */
const MIN_REGULAR_INTERVALS = 12;

/** Waits that show whether they grow, even with two alternating tabs. */
const MIN_WAITS = 6;

/** Shrinking waits that are neither a coincidence nor several tabs. */
const SHRINKING_WAITS = 5;

/** Ms: a client that waits this long has already backed off. */
const MIN_BACKOFF_MS = 30_000;

/** Ms: a client that backs off does not stay below this wait. */
const MAX_SHORT_WAIT_MS = 2_500;

/** Early repetitions after different Retry-After headers that tabs cannot explain. */
const MIN_EARLY_RETRIES = 3;

export const requestRateRules: readonly ClientRule[] = [
  createClientRule({
    id: 'client/no-tight-polling-loop',
    sections: ['4.5'],
    level: 'must',
    title: 'A client does not poll in a tight loop',
    interpretation:
      'Six intervals below one second (`minPollInterval`) fail in one tab. Several tabs: only if regular intervals rule out alternating tabs.',
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
      'Failures: 429, 5xx, no response. Warns for constant or shrinking intervals. Enough: one longer interval, Retry-After, or 30 s.',
    hint: 'Double the wait after each failure in a row, up to one minute, and add a random part. Start again with a short wait after a success.',
    notCovered: 'no request that failed twice in a row',
    check: checkBackoff,
  }),
  createClientRule({
    id: 'client/honors-retry-after',
    sections: ['7', 'RFC 9110 10.2.3'],
    level: 'should',
    title: 'A client honors Retry-After',
    interpretation: 'From RFC 9110. Needs three early retries, because tabs do not share Retry-After.',
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
      'Permanent: any 4xx without Retry-After, except 408, 409, 423, 425, 429. Only automatic retries count.',
    hint: 'Repeat a request only after 429, 5xx or a network error. After another 4xx, show the error.',
    notCovered: 'no permanent error in the traffic',
    check: ({ call, previousAttempts, time, job, minPollInterval, exchange }) => {
      if (!call || !previousAttempts || previousAttempts.permanentErrors.length === 0) return undefined;
      const tries = addTime(previousAttempts.permanentErrors, time);
      const timing = { minPollInterval, usualInterval: job?.usualInterval };
      const status = exchange.response?.status ?? 0;
      if (status < 400 || !isAutomated(tries, timing)) return 'pass';
      return {
        severity: 'warn',
        message: `the client retries ${call.operation} after a permanent error`,
        expected: `no retry after ${status}`,
        actual: `the same request at least ${tries.length} times in a row`,
        evidence: tries.map(({ sequence }) => sequence),
      };
    },
  }),
];

function checkTightLoop({
  call,
  job,
  time,
  minPollInterval: limit,
  isSingleTab,
}: ClientRequest): RequestResult {
  const last = job?.polls.at(-1);
  if (call?.operation !== 'getGenerationStatus' || !job || !last) return undefined;
  if (intervalBetween(last, time) === undefined) return 'clock-changed';
  const polls = addTime(job.polls, time);
  const intervals = intervalsOf(polls);
  const loop = lastIntervals(intervals, MIN_LOOP_INTERVALS);
  if (!loop?.every((interval) => interval < limit)) return 'pass';
  const message = `the client polls job ${call.id} in a tight loop`;
  const details = {
    message,
    expected: `at least ${limit} ms between polls`,
    actual: `polls ${loop.map((interval) => Math.round(interval)).join(', ')} ms apart`,
    evidence: polls.slice(-loop.length - 1).map(({ sequence }) => sequence),
  };
  // Two alternating tabs: two intervals add up to the limit.
  const isTooFastForTwo = loop
    .slice(1)
    .every((interval, index) => interval + (loop[index] as number) < limit);
  if (isTooFastForTwo || isSingleTab) return { severity: 'fail', ...details };
  const recent = lastIntervals(intervals, MIN_REGULAR_INTERVALS);
  if (recent && areRegular(recent, 1.25) && ![2, 3].some((tabs) => areAlternatingTabs(recent, tabs)))
    return { severity: 'fail', ...details };
  return { severity: 'info', ...details, message: `${message}, or in several tabs` };
}

/** Whether this number of tabs can explain the intervals: the polls of each tab are more regular than all polls. */
function areAlternatingTabs(intervals: readonly number[], tabs: number): boolean {
  const each = intervals.slice(tabs - 1).map((_, index) => sum(intervals.slice(index, index + tabs)));
  return spread(intervals) > TIMER_JITTER_MS && spread(each) * 2 <= spread(intervals);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function checkBackoff(request: ClientRequest): RequestResult {
  const { call, job, previousAttempts, time, exchange } = request;
  const last = previousAttempts?.failed.at(-1);
  if (!call || !previousAttempts || !last) return undefined;
  const interval = intervalBetween(last, time);
  const { waits, failed } = previousAttempts;
  if (interval === undefined) return 'clock-changed';
  // A client that follows Retry-After passes.
  if (!waits) return 'pass';
  const shrinking = findShrinkingWaits(addTime(failed, time));
  if (shrinking)
    return {
      severity: 'warn',
      message: `the client retries ${call.operation} at shrinking intervals`,
      expected: 'waits that grow',
      actual: `waits of ${shrinking.map((wait) => Math.round(wait)).join(', ')} ms`,
      evidence: [...failed.slice(-shrinking.length).map(({ sequence }) => sequence), exchange.sequence],
    };
  if (waits.count + 1 < MIN_WAITS) return 'pass';
  const longest = Math.max(waits.longest, interval);
  const usualInterval = job?.usualInterval;
  const isLongerThanUsual = usualInterval !== undefined && longest > usualInterval * 1.4;
  if (longest > waits.first * 1.1 || interval >= MIN_BACKOFF_MS || isLongerThanUsual) return 'pass';
  // A user retries at irregular intervals.
  const recent = lastIntervals(intervalsOf(addTime(failed, time)), MIN_WAITS);
  if (!recent || !areRegular(recent, 1.5)) return 'pass';
  // Without the first failure, backoff may have happened before the recording.
  if (!previousAttempts.hasFirstFailure && interval >= MAX_SHORT_WAIT_MS) return 'pass';
  return {
    severity: 'warn',
    message: `the client retries ${call.operation} without backoff`,
    expected: 'waits that grow',
    actual: `${failed.length} consecutive failures, and waits that do not grow from ${Math.round(waits.first)} ms`,
    evidence: [...failed.slice(-MIN_WAITS).map(({ sequence }) => sequence), exchange.sequence],
  };
}

/** The last waits, if a program makes each of them shorter than the previous one. */
function findShrinkingWaits(times: readonly RequestTime[]): readonly number[] | undefined {
  const waits = lastIntervals(intervalsOf(times), SHRINKING_WAITS);
  if (!waits) return undefined;
  const shorter = waits.slice(1).map((wait, index) => [waits[index] as number, wait] as const);
  if (!shorter.every(([before, wait]) => wait < before * 0.95)) return undefined;
  // A user retries at irregular intervals.
  const isGeometric = areRegular(
    shorter.map(([before, wait]) => (1000 * before) / wait),
    1.2,
  );
  const isLinear = areRegular(
    shorter.map(([before, wait]) => before - wait),
    1.3,
  );
  return isGeometric || isLinear ? waits : undefined;
}

function checkRetryAfter({ call, previousAttempts, time, exchange }: ClientRequest): RequestResult {
  if (call && previousAttempts?.hasUnknownWait) return 'no-date';
  if (!call || !previousAttempts || previousAttempts.pendingRetries.length === 0) return undefined;
  const known = previousAttempts.pendingRetries.filter(
    ({ clockChanges }) => clockChanges === time.clockChanges,
  );
  if (known.length === 0) return 'clock-changed';
  if (findDueRetry(previousAttempts, time)) return 'pass';
  const last = known.at(-1);
  const recent = lastIntervals(intervalsOf(addTime(previousAttempts.failed, time)), MIN_EARLY_RETRIES);
  // A user may reload the page several times instead of waiting.
  if (!last || known.length < MIN_EARLY_RETRIES || !recent || !areRegular(recent, 1.25)) return 'pass';
  return {
    severity: 'warn',
    message: `the client retries ${call.operation} before Retry-After`,
    expected: `no request within ${last.wait / 1000} s`,
    actual: `a request after ${Math.round(recent.at(-1) ?? 0)} ms`,
    evidence: [...known.slice(-MIN_EARLY_RETRIES).map(({ sequence }) => sequence), exchange.sequence],
  };
}
