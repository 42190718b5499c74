/** Rules about the pace of requests: between polls, after failures and refusals, and after Retry-After. Sections 4.5 and 7. */
import { clientRule, type ClientRule, type RequestVerdict } from './rule.js';
import type { ClientRequest } from './requests.js';
import { dueRetry } from './attempts.js';
import {
  areSimilar,
  gapBetween,
  gapsOf,
  lastGaps,
  TIMER_SLACK,
  withTime,
  type RequestTime,
  isAutomated,
} from './times.js';

/** Short gaps in a row that make a loop. Fewer can come from several tabs that poll once each. */
const LOOP_GAPS = 6;
/** Similar gaps in a row that come from one client. Fewer can come from two or three tabs that poll in turn. */
const SIMILAR_GAPS = 12;
/** Waits after failures that show whether they grow, even where two tabs wait in turn. */
const MIN_WAITS = 6;
/** Shrinking waits that chance or several tabs cannot explain. */
const SHRINKING_WAITS = 5;
/** Ms: a client that waits this long has already backed off. */
const LONG_WAIT = 30_000;
/** Ms: a client that backs off does not stay below this wait. */
const SHORT_WAIT = 2_500;
/** Early repetitions after different Retry-After headers that tabs cannot explain. */
const EARLY_RETURNS = 3;

export const paceRules: readonly ClientRule[] = [
  clientRule({
    id: 'client/never-polls-in-a-tight-loop',
    sections: ['4.5'],
    level: 'must',
    title: 'A client never polls a job in a tight loop',
    reading: `Several polls in a row that are less than one second apart are a tight loop; an option changes this limit. Two or three tabs that each keep the limit can look like one client. ${SIMILAR_GAPS} similar intervals in a row count as one client, unless the polls of each tab are clearly more regular than all polls together.`,
    hint: 'Wait a few seconds between the end of a poll and the start of the next.',
    unseen: 'not seen: a client polled a job twice',
    check: checkLoop,
  }),
  clientRule({
    id: 'client/backs-off-on-repeated-failures',
    sections: ['4.5'],
    level: 'should',
    title: 'A client waits longer when requests fail repeatedly',
    reading:
      'A failure is 429, 5xx or a missing response. Waits that shrink evenly break the rule. Otherwise, one of these is enough: a wait that grows, a wait longer than the usual interval, a wait as long as Retry-After, or a wait of half a minute.',
    hint: 'Double the wait after each failure in a row, up to one minute, and add a random part. Start again with a short wait after a success.',
    unseen: 'not seen: a request failed twice in a row',
    check: checkBackOff,
  }),
  clientRule({
    id: 'client/comes-back-no-earlier-than-told',
    sections: ['7', 'RFC 9110 10.2.3'],
    level: 'should',
    title: 'A client repeats a request no earlier than Retry-After says',
    reading:
      'This rule comes from HTTP, not from the interface. A tab does not know the Retry-After of another tab, so the rule needs several early repetitions.',
    hint: 'Read Retry-After, in seconds or as a date, and wait that long before you send the same request again.',
    unseen: 'not seen: a response had a Retry-After',
    check: checkRetryAfter,
  }),
  clientRule({
    id: 'client/retries-only-what-is-transient',
    sections: ['7'],
    level: 'should',
    title: 'A client does not repeat a request that is permanently refused',
    reading:
      'A permanent refusal is any 4xx except 408, 409, 423, 425 and 429, without Retry-After. A person may try again: the rule judges only repetitions by a program.',
    hint: 'Repeat a request only after 429, 5xx or a network error. After another 4xx, show the error.',
    unseen: 'not seen: a request was permanently refused',
    check: ({ call, earlier, time, job, tightLoop, exchange }) => {
      if (!call || !earlier || earlier.refused.length === 0) return undefined;
      const tries = withTime(earlier.refused, time);
      const timing = { tightLoop, usualInterval: job?.usualInterval };
      const status = exchange.response?.status ?? 0;
      if (status < 400 || !isAutomated(tries, timing)) return 'kept';
      return {
        kind: 'warn',
        message: `the client repeats ${call.operation} although it is permanently refused`,
        expected: `no repetition after ${status}`,
        actual: `the same request at least ${tries.length} times in a row`,
        exchanges: tries.map(({ sequence }) => sequence),
      };
    },
  }),
];

function checkLoop({ call, job, time, tightLoop: limit, isAlone }: ClientRequest): RequestVerdict {
  const last = job?.polls.at(-1);
  if (call?.operation !== 'getGenerationStatus' || !job || !last) return undefined;
  if (gapBetween(last, time) === undefined) return 'untimed';
  const polls = withTime(job.polls, time);
  const gaps = gapsOf(polls);
  const loop = lastGaps(gaps, LOOP_GAPS);
  if (!loop?.every((gap) => gap < limit)) return 'kept';
  const message = `the client polls job ${call.id} in a tight loop`;
  const found = {
    message,
    expected: `at least ${limit} ms between polls`,
    actual: `polls ${loop.map((gap) => Math.round(gap)).join(', ')} ms apart`,
    exchanges: polls.slice(-loop.length - 1).map(({ sequence }) => sequence),
  };
  // If two tabs polled in turn, two gaps would add up to at least the limit.
  const isTooFastForTwo = loop.slice(1).every((gap, index) => gap + (loop[index] as number) < limit);
  if (isTooFastForTwo || isAlone) return { kind: 'fail', ...found };
  const recent = lastGaps(gaps, SIMILAR_GAPS);
  if (recent && areSimilar(recent, 1.25) && ![2, 3].some((tabs) => areTabsInTurn(recent, tabs)))
    return { kind: 'fail', ...found };
  return { kind: 'observed', ...found, message: `${message}, or in several tabs` };
}

/** Whether this number of tabs can explain the gaps: the polls of each tab are the more regular ones. */
function areTabsInTurn(gaps: readonly number[], tabs: number): boolean {
  const each = gaps.slice(tabs - 1).map((_, index) => sum(gaps.slice(index, index + tabs)));
  return spread(gaps) > TIMER_SLACK && spread(each) * 2 <= spread(gaps);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function checkBackOff(request: ClientRequest): RequestVerdict {
  const { call, job, earlier, time, exchange } = request;
  const last = earlier?.failed.at(-1);
  if (!call || !earlier || !last) return undefined;
  const gap = gapBetween(last, time);
  const { waits, failed } = earlier;
  // A client that follows Retry-After keeps the rule.
  if (gap === undefined) return 'untimed';
  if (!waits) return 'kept';
  const shrinking = shrinkingWaits(withTime(failed, time));
  if (shrinking)
    return {
      kind: 'warn',
      message: `the client repeats ${call.operation} faster and faster while it fails`,
      expected: 'waits that grow',
      actual: `waits of ${shrinking.map((wait) => Math.round(wait)).join(', ')} ms`,
      exchanges: [...failed.slice(-shrinking.length).map(({ sequence }) => sequence), exchange.sequence],
    };
  if (waits.count + 1 < MIN_WAITS) return 'kept';
  const longest = Math.max(waits.longest, gap);
  const usualInterval = job?.usualInterval;
  const isLongerThanUsual = usualInterval !== undefined && longest > usualInterval * 1.4;
  if (longest > waits.first * 1.1 || gap >= LONG_WAIT || isLongerThanUsual) return 'kept';
  // A person who tries again waits at irregular intervals.
  const recent = lastGaps(gapsOf(withTime(failed, time)), MIN_WAITS);
  if (!recent || !areSimilar(recent, 1.5)) return 'kept';
  // If the first failures are not in the journal, the waits may have grown before it.
  if (!earlier.hasFirstFailure && gap >= SHORT_WAIT) return 'kept';
  return {
    kind: 'warn',
    message: `the client repeats ${call.operation} at the same pace although it fails repeatedly`,
    expected: 'waits that grow',
    actual: `${failed.length} failures in a row, and waits that do not grow from ${Math.round(waits.first)} ms`,
    exchanges: [...failed.slice(-MIN_WAITS).map(({ sequence }) => sequence), exchange.sequence],
  };
}

/** The last waits, if a program makes each of them shorter than the one before. */
function shrinkingWaits(times: readonly RequestTime[]): readonly number[] | undefined {
  const waits = lastGaps(gapsOf(times), SHRINKING_WAITS);
  if (!waits) return undefined;
  const shorter = waits.slice(1).map((wait, index) => [waits[index] as number, wait] as const);
  if (!shorter.every(([before, wait]) => wait < before * 0.95)) return undefined;
  // A person who tries again waits at irregular intervals.
  const isGeometric = areSimilar(
    shorter.map(([before, wait]) => (1000 * before) / wait),
    1.2,
  );
  const isLinear = areSimilar(
    shorter.map(([before, wait]) => before - wait),
    1.3,
  );
  return isGeometric || isLinear ? waits : undefined;
}

function checkRetryAfter({ call, earlier, time, exchange }: ClientRequest): RequestVerdict {
  if (call && earlier?.isUnmeasured) return 'unmeasured';
  if (!call || !earlier || earlier.pendingRetries.length === 0) return undefined;
  const known = earlier.pendingRetries.filter(({ clockChanges }) => clockChanges === time.clockChanges);
  if (known.length === 0) return 'untimed';
  if (dueRetry(earlier, time)) return 'kept';
  const last = known.at(-1);
  const recent = lastGaps(gapsOf(withTime(earlier.failed, time)), EARLY_RETURNS);
  // A person may reload the page several times instead of waiting.
  if (!last || known.length < EARLY_RETURNS || !recent || !areSimilar(recent, 1.25)) return 'kept';
  return {
    kind: 'warn',
    message: `the client repeats ${call.operation} before the time of Retry-After`,
    expected: `no request within ${last.wait / 1000} s`,
    actual: `a request after ${Math.round(recent.at(-1) ?? 0)} ms`,
    exchanges: [...known.slice(-EARLY_RETURNS).map(({ sequence }) => sequence), exchange.sequence],
  };
}
