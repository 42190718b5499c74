/** Rules about the pace of requests: between polls, after failures and refusals, and after Retry-After. Sections 4.5 and 7. */
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
  isAutomated,
} from './request-timing.js';

/** Short gaps in a row that make a loop. Fewer can come from several tabs that poll once each. */
const MIN_LOOP_INTERVALS = 6;
/** Similar gaps in a row that come from one client. Fewer can come from two or three tabs that poll in turn. */
const MIN_REGULAR_INTERVALS = 12;
/** Waits after failures that show whether they grow, even where two tabs wait in turn. */
const MIN_WAITS = 6;
/** Shrinking waits that chance or several tabs cannot explain. */
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
    interpretation: `Several polls in a row that are less than one second apart are a tight loop; an option changes this limit. Two or three tabs that each keep the limit can look like one client. ${MIN_REGULAR_INTERVALS} similar intervals in a row count as one client, unless the polls of each tab are clearly more regular than all polls together.`,
    hint: 'Wait a few seconds between the end of a poll and the start of the next.',
    unseen: 'not seen: a client polled a job twice',
    check: checkTightLoop,
  }),
  createClientRule({
    id: 'client/backs-off-after-failures',
    sections: ['4.5'],
    level: 'should',
    title: 'A client backs off after repeated failures',
    interpretation:
      'A failure is 429, 5xx or a missing response. Waits that shrink evenly break the rule. Otherwise, one of these is enough: a wait that grows, a wait longer than the usual interval, a wait as long as Retry-After, or a wait of half a minute.',
    hint: 'Double the wait after each failure in a row, up to one minute, and add a random part. Start again with a short wait after a success.',
    unseen: 'not seen: a request failed twice in a row',
    check: checkBackOff,
  }),
  createClientRule({
    id: 'client/honors-retry-after',
    sections: ['7', 'RFC 9110 10.2.3'],
    level: 'should',
    title: 'A client honors Retry-After',
    interpretation: 'From RFC 9110. Needs three early retries, because tabs do not share Retry-After.',
    hint: 'Read Retry-After, in seconds or as a date, and wait that long before you send the same request again.',
    unseen: 'not seen: a response had a Retry-After',
    check: checkRetryAfter,
  }),
  createClientRule({
    id: 'client/no-retry-on-permanent-error',
    sections: ['7'],
    level: 'should',
    title: 'A client does not retry permanent errors',
    interpretation:
      'A permanent refusal is any 4xx except 408, 409, 423, 425 and 429, without Retry-After. A person may try again: the rule judges only repetitions by a program.',
    hint: 'Repeat a request only after 429, 5xx or a network error. After another 4xx, show the error.',
    unseen: 'not seen: a request was permanently refused',
    check: ({ call, previousAttempts, time, job, minPollInterval, exchange }) => {
      if (!call || !previousAttempts || previousAttempts.refused.length === 0) return undefined;
      const tries = addTime(previousAttempts.refused, time);
      const timing = { minPollInterval, usualInterval: job?.usualInterval };
      const status = exchange.response?.status ?? 0;
      if (status < 400 || !isAutomated(tries, timing)) return 'pass';
      return {
        severity: 'warn',
        message: `the client repeats ${call.operation} although it is permanently refused`,
        expected: `no repetition after ${status}`,
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
  const gaps = intervalsOf(polls);
  const loop = lastIntervals(gaps, MIN_LOOP_INTERVALS);
  if (!loop?.every((gap) => gap < limit)) return 'pass';
  const message = `the client polls job ${call.id} in a tight loop`;
  const found = {
    message,
    expected: `at least ${limit} ms between polls`,
    actual: `polls ${loop.map((gap) => Math.round(gap)).join(', ')} ms apart`,
    evidence: polls.slice(-loop.length - 1).map(({ sequence }) => sequence),
  };
  // Two alternating tabs: two intervals add up to the limit.
  const isTooFastForTwo = loop.slice(1).every((gap, index) => gap + (loop[index] as number) < limit);
  if (isTooFastForTwo || isSingleTab) return { severity: 'fail', ...found };
  const recent = lastIntervals(gaps, MIN_REGULAR_INTERVALS);
  if (recent && areRegular(recent, 1.25) && ![2, 3].some((tabs) => areAlternatingTabs(recent, tabs)))
    return { severity: 'fail', ...found };
  return { severity: 'info', ...found, message: `${message}, or in several tabs` };
}

/** Whether this number of tabs can explain the gaps: the polls of each tab are the more regular ones. */
function areAlternatingTabs(gaps: readonly number[], tabs: number): boolean {
  const each = gaps.slice(tabs - 1).map((_, index) => sum(gaps.slice(index, index + tabs)));
  return spread(gaps) > TIMER_JITTER_MS && spread(each) * 2 <= spread(gaps);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function checkBackOff(request: ClientRequest): RequestResult {
  const { call, job, previousAttempts, time, exchange } = request;
  const last = previousAttempts?.failed.at(-1);
  if (!call || !previousAttempts || !last) return undefined;
  const gap = intervalBetween(last, time);
  const { waits, failed } = previousAttempts;
  // A client that follows Retry-After keeps the rule.
  if (gap === undefined) return 'clock-changed';
  if (!waits) return 'pass';
  const shrinking = findShrinkingWaits(addTime(failed, time));
  if (shrinking)
    return {
      severity: 'warn',
      message: `the client repeats ${call.operation} faster and faster while it fails`,
      expected: 'waits that grow',
      actual: `waits of ${shrinking.map((wait) => Math.round(wait)).join(', ')} ms`,
      evidence: [...failed.slice(-shrinking.length).map(({ sequence }) => sequence), exchange.sequence],
    };
  if (waits.count + 1 < MIN_WAITS) return 'pass';
  const longest = Math.max(waits.longest, gap);
  const usualInterval = job?.usualInterval;
  const isLongerThanUsual = usualInterval !== undefined && longest > usualInterval * 1.4;
  if (longest > waits.first * 1.1 || gap >= MIN_BACKOFF_MS || isLongerThanUsual) return 'pass';
  // A person who tries again waits at irregular intervals.
  const recent = lastIntervals(intervalsOf(addTime(failed, time)), MIN_WAITS);
  if (!recent || !areRegular(recent, 1.5)) return 'pass';
  // Without the first failure, backoff may have happened before the recording.
  if (!previousAttempts.hasFirstFailure && gap >= MAX_SHORT_WAIT_MS) return 'pass';
  return {
    severity: 'warn',
    message: `the client repeats ${call.operation} at the same pace although it fails repeatedly`,
    expected: 'waits that grow',
    actual: `${failed.length} failures in a row, and waits that do not grow from ${Math.round(waits.first)} ms`,
    evidence: [...failed.slice(-MIN_WAITS).map(({ sequence }) => sequence), exchange.sequence],
  };
}

/** The last waits, if a program makes each of them shorter than the one before. */
function findShrinkingWaits(times: readonly RequestTime[]): readonly number[] | undefined {
  const waits = lastIntervals(intervalsOf(times), SHRINKING_WAITS);
  if (!waits) return undefined;
  const shorter = waits.slice(1).map((wait, index) => [waits[index] as number, wait] as const);
  if (!shorter.every(([before, wait]) => wait < before * 0.95)) return undefined;
  // A person who tries again waits at irregular intervals.
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
  if (call && previousAttempts?.isUnmeasured) return 'no-date';
  if (!call || !previousAttempts || previousAttempts.pendingRetries.length === 0) return undefined;
  const known = previousAttempts.pendingRetries.filter(
    ({ clockChanges }) => clockChanges === time.clockChanges,
  );
  if (known.length === 0) return 'clock-changed';
  if (findDueRetry(previousAttempts, time)) return 'pass';
  const last = known.at(-1);
  const recent = lastIntervals(intervalsOf(addTime(previousAttempts.failed, time)), MIN_EARLY_RETRIES);
  // A person may reload the page several times instead of waiting.
  if (!last || known.length < MIN_EARLY_RETRIES || !recent || !areRegular(recent, 1.25)) return 'pass';
  return {
    severity: 'warn',
    message: `the client repeats ${call.operation} before the time of Retry-After`,
    expected: `no request within ${last.wait / 1000} s`,
    actual: `a request after ${Math.round(recent.at(-1) ?? 0)} ms`,
    evidence: [...known.slice(-MIN_EARLY_RETRIES).map(({ sequence }) => sequence), exchange.sequence],
  };
}
