/** Rules about the end of polling: when the job has ended, awaits input, or never changes. Sections 3 and 4.5. */
import type { JobStatus } from '../../generated/lifecycle.js';
import { createClientRule, type ClientRule, type RequestResult } from './create-client-rule.js';
import type { ClientRequest } from './client-requests.js';
import { requireOneClient } from './one-client.js';
import { getField } from '../../base/json.js';
import { getJson } from '../model/body.js';
import {
  addTime,
  intervalBetween,
  intervalsOf,
  TIMER_JITTER_MS,
  type RequestTime,
} from './request-timing.js';

const INTERPRETATION =
  'Three more polls fail if one client sent them; otherwise they are info. `singleClient`: one at the usual interval fails, too.';

/** More polls after the end than a user's second look. */
const MIN_POLLS_AFTER_END = 3;

/** Ms between polls that may wait for a reply of the user elsewhere. */
const MIN_SLOW_POLL_MS = 60_000;

/** Polls and ms after which a client should have given up on a running job. */
const MIN_POLLS_FOR_TIMEOUT = 300;

const MIN_TIMEOUT_MS = 3 * 3_600_000;

/** Polls and ms with the same result after which a job is stuck. */
const MIN_UNCHANGED_POLLS = 300;

const MIN_UNCHANGED_MS = 3_600_000;

/** Slower polls with the same result, for the duration of the polling timeout. */
const MIN_SLOW_UNCHANGED_POLLS = 12;

export const stopPollingRules: readonly ClientRule[] = [
  createClientRule({
    id: 'client/stops-polling-when-completed',
    sections: ['3', '4.5'],
    level: 'must',
    title: 'A client stops polling a completed job',
    interpretation: INTERPRETATION,
    hint: 'Stop the timer when the status is completed. That response contains the presentation, and GET /presentations/{id} returns it later.',
    notCovered: 'no client that received status completed',
    check: (request) => checkStopsPolling(request, 'completed'),
  }),
  createClientRule({
    id: 'client/stops-polling-when-failed',
    sections: ['3', '4.5', '7'],
    level: 'must',
    title: 'A client stops polling a failed job',
    interpretation: INTERPRETATION,
    hint: 'Stop the timer when the status is failed, and show the error. A failed job never continues. To try again, start another job.',
    notCovered: 'no client that received status failed',
    check: (request) => checkStopsPolling(request, 'failed'),
  }),
  createClientRule({
    id: 'client/stops-polling-when-awaiting-input',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A client stops polling a job that awaits input',
    interpretation: `${INTERPRETATION} Polling may resume after a reply, even a rejected one. Polls a minute or more apart only warn.`,
    hint: 'Stop polling at awaiting_input and show the message. Poll again after you send the reply.',
    notCovered: 'no client that received status awaiting_input',
    check: (request) => checkStopsPolling(request, 'awaiting_input'),
  }),
  createClientRule({
    id: 'client/gives-up-on-stuck-job',
    sections: ['3', '4.5'],
    level: 'should',
    title: 'A client gives up on a job that never changes',
    interpretation: `Warns after ${MIN_UNCHANGED_POLLS} equal poll results in an hour or more; info after ${MIN_SLOW_UNCHANGED_POLLS} in ${MIN_TIMEOUT_MS / 3_600_000} hours.`,
    hint: 'Remember when the response last changed. If it has not changed for minutes, stop polling and inform the user.',
    notCovered: 'no poll of a client in the traffic',
    check: ({ call, job, time }) => {
      if (call?.operation !== 'getGenerationStatus' || !job) return undefined;
      if (isClockChanged(job, time)) return 'inconclusive';
      const { unchanged } = job;
      if (!unchanged) return 'pass';
      const duration = time.at - unchanged.since.at;
      const minutes = Math.floor(duration / 60_000);
      const isEndless = unchanged.polls >= MIN_UNCHANGED_POLLS && duration >= MIN_UNCHANGED_MS;
      if (!isEndless && (unchanged.polls < MIN_SLOW_UNCHANGED_POLLS || duration < MIN_TIMEOUT_MS))
        return 'pass';
      return {
        severity: isEndless ? 'warn' : 'info',
        message: `the client polls stuck job ${call.id} forever`,
        expected: 'an end of polling when nothing changes',
        actual: `the same response ${unchanged.polls} times in ${minutes} minutes`,
        evidence: [unchanged.since.sequence, time.sequence],
      };
    },
  }),
  createClientRule({
    id: 'client/has-polling-timeout',
    sections: ['4.5'],
    level: 'should',
    title: 'A client has a polling timeout',
    interpretation: `The spec says "handle timeouts" without a value. Info after ${MIN_POLLS_FOR_TIMEOUT} polls in ${MIN_TIMEOUT_MS / 3_600_000} hours without a message.`,
    hint: 'Set a maximum waiting time. After that, stop polling, show a message, and offer a button that polls again.',
    notCovered: 'no poll of a client in the traffic',
    check: ({ call, job, time }) => {
      if (call?.operation !== 'getGenerationStatus' || !job) return undefined;
      if (isClockChanged(job, time)) return 'inconclusive';
      const { pollingPeriod } = job;
      if (!pollingPeriod || pollingPeriod.polls < MIN_POLLS_FOR_TIMEOUT) return 'pass';
      const duration = time.at - pollingPeriod.since.at;
      if (duration < MIN_TIMEOUT_MS) return 'pass';
      return {
        severity: 'info',
        message: `the client polls job ${call.id} for hours`,
        expected: 'a polling timeout',
        actual: `${pollingPeriod.polls} polls in ${Math.floor(duration / 3_600_000)} hours`,
        evidence: [pollingPeriod.since.sequence, time.sequence],
      };
    },
  }),
];

/** Whether the clock was changed since the last poll of the job. */
function isClockChanged({ polls }: NonNullable<ClientRequest['job']>, time: RequestTime): boolean {
  const last = polls.at(-1);
  return last !== undefined && intervalBetween(last, time) === undefined;
}

function checkStopsPolling(request: ClientRequest, status: Exclude<JobStatus, 'generating'>): RequestResult {
  const { call, job, time, singleClient } = request;
  if (call?.operation !== 'getGenerationStatus') return undefined;
  const stop = job?.stopCondition;
  if (stop?.status !== status) return hasStatus(call, status) ? 'pass' : undefined;
  if (time.at < stop.receivedAt) return 'pass';
  const polls = addTime(stop.polls, time);
  const intervals = intervalsOf(polls);
  const isUntimed = intervals.at(-1) === undefined && !stop.isReloaded;
  // If the clock was changed, only the order of the requests is reliable: one poll of the only client is too many.
  const isOneTooMany =
    singleClient && (isUntimed || intervals.some((interval) => isUsual(interval, job?.usualInterval)));
  if (!isOneTooMany && intervals.length < MIN_POLLS_AFTER_END) return isUntimed ? 'inconclusive' : 'pass';
  const isSlow = intervals.every((interval) => interval !== undefined && interval >= MIN_SLOW_POLL_MS);
  return requireOneClient(request, polls, {
    severity: status === 'awaiting_input' && isSlow ? 'warn' : 'fail',
    message: `the client keeps polling job ${call.id} after status ${status}`,
    expected: status === 'awaiting_input' ? 'no poll before a reply' : `no poll after ${status}`,
    actual: `${stop.count} more ${stop.count === 1 ? 'poll' : 'polls'}, the last after ${formatDuration(time.at - stop.since.at)}`,
    replacesEarlier: true,
    evidence: polls.map(({ sequence }) => sequence),
  });
}

/** Whether a timer of the client that was not stopped explains the interval. */
function isUsual(interval: number | undefined, usual: number | undefined): boolean {
  if (interval === undefined || usual === undefined) return false;
  return interval >= usual * 0.7 - TIMER_JITTER_MS && interval <= usual * 1.4 + TIMER_JITTER_MS;
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}

function hasStatus({ responseBody }: NonNullable<ClientRequest['call']>, status: JobStatus): boolean {
  return getField(getJson(responseBody), 'status') === status;
}
