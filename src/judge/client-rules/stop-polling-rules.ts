/** Rules about the end of polling: when the job has ended, asks a question, or never changes. Sections 3 and 4.5. */
import type { JobStatus } from '../../generated/lifecycle.js';
import { isAutomated } from './request-timing.js';
import { createClientRule, type ClientRule, type RequestResult } from './create-client-rule.js';
import type { ClientRequest } from './client-requests.js';
import { getField } from '../../base/json.js';
import { getJson } from '../model/body.js';
import { intervalBetween, intervalsOf, addTime, type RequestTime } from './request-timing.js';

const reading =
  'A second tab, a reload and a person may each poll once more. Polls at regular times come from a program. In the sandbox of ' +
  'one test (`strict`), there is no second tab: three polls, or one at the usual interval of the client, come from a program. Where ' +
  'the clock was changed in between, one poll is enough with `strict`, and nothing is judged without it.';

/** Ms between polls that look for the reply of a user elsewhere. */
const MIN_SLOW_POLL_MS = 60_000;

/** The limits for any views: a number of polls, and ms. */
const MIN_POLLS_FOR_TIMEOUT = 300;
const MIN_TIMEOUT_MS = 3 * 3_600_000;

/** The limits for unchanged views: a number of polls, and ms. */
const UNCHANGED_POLLS = 300;
const MIN_UNCHANGED_MS = 3_600_000;
/** The limits of the advice for slower polls of an unchanged view: a client that waits for half a day needs a limit of its own. */
const MIN_SLOW_UNCHANGED_POLLS = 12;

export const stopPollingRules: readonly ClientRule[] = [
  createClientRule({
    id: 'client/stops-polling-when-completed',
    sections: ['3', '4.5'],
    level: 'must',
    title: 'A client stops polling a completed job',
    interpretation: reading,
    hint: 'Stop the timer when the status is completed. That view contains the presentation, and GET /presentations/{id} returns it later.',
    unseen: 'not seen: a client saw a job completed',
    check: (request) => checkStopsPolling(request, 'completed'),
  }),
  createClientRule({
    id: 'client/stops-polling-when-failed',
    sections: ['3', '4.5', '7'],
    level: 'must',
    title: 'A client stops polling a failed job',
    interpretation: reading,
    hint: 'Stop the timer when the status is failed, and show the error. A failed job never continues. To try again, start another job.',
    unseen: 'not seen: a client saw a job fail',
    check: (request) => checkStopsPolling(request, 'failed'),
  }),
  createClientRule({
    id: 'client/stops-polling-when-awaiting-input',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A client stops polling a job that awaits input',
    interpretation:
      `${reading} A client may leave a question without a reply. After a reply, polling continues, even if the service refused the reply. The ` +
      'rule only warns of polls with a minute or more between them: the client may have asked its user to reply elsewhere.',
    hint: 'Stop polling at awaiting_input and show the message. Poll again after you send the reply.',
    unseen: 'not seen: a client saw a question',
    check: (request) => checkStopsPolling(request, 'awaiting_input'),
  }),
  createClientRule({
    id: 'client/gives-up-on-stuck-job',
    sections: ['3', '4.5'],
    level: 'should',
    title: 'A client gives up on a job that never changes',
    interpretation:
      `The rule warns when a client gets the same view at least ${UNCHANGED_POLLS} times over at least one hour. It advises a limit when ` +
      `a client gets the same view at least ${MIN_SLOW_UNCHANGED_POLLS} times over at least ${MIN_TIMEOUT_MS / 3_600_000} hours.`,
    hint: 'Remember when the view last changed. If it has not changed for minutes, stop polling and tell the user.',
    unseen: 'not seen: a client polled a job',
    check: ({ call, job, time }) => {
      if (call?.operation !== 'getGenerationStatus' || !job) return undefined;
      if (isClockChanged(job, time)) return 'inconclusive';
      const { unchanged } = job;
      if (!unchanged) return 'pass';
      const duration = time.at - unchanged.since.at;
      const minutes = Math.floor(duration / 60_000);
      const isEndless = unchanged.polls >= UNCHANGED_POLLS && duration >= MIN_UNCHANGED_MS;
      if (!isEndless && (unchanged.polls < MIN_SLOW_UNCHANGED_POLLS || duration < MIN_TIMEOUT_MS))
        return 'pass';
      return {
        severity: isEndless ? 'warn' : 'info',
        message: `the client polls job ${call.id} without end`,
        expected: 'an end of polling when nothing changes',
        actual: `the same view ${unchanged.polls} times in ${minutes} minutes`,
        evidence: [unchanged.since.sequence, time.sequence],
      };
    },
  }),
  createClientRule({
    id: 'client/has-polling-timeout',
    sections: ['4.5'],
    level: 'should',
    title: 'A client has a polling timeout',
    interpretation: `"Handle timeouts" names no time. The rule only advises a limit, when a client polls a generating job at least ${MIN_POLLS_FOR_TIMEOUT} times over at least ${MIN_TIMEOUT_MS / 3_600_000} hours without a message to it.`,
    hint: 'Decide how long a user waits at most. After that, stop polling, say so, and offer a button that polls again.',
    unseen: 'not seen: a client polled a job',
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
        expected: 'a time limit of the client',
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

function checkStopsPolling(
  { call, job, time, minPollInterval, singleClient }: ClientRequest,
  status: Exclude<JobStatus, 'generating'>,
): RequestResult {
  if (call?.operation !== 'getGenerationStatus') return undefined;
  const stop = job?.stopCondition;
  if (stop?.status !== status) return hasStatus(call, status) ? 'pass' : undefined;
  if (time.at < stop.receivedAt) return 'pass';
  const polls = addTime(stop.polls, time);
  // Where the time is not real, the order of the requests is: in one tab, a poll after the end is one too many.
  const isUntimed = intervalsOf(polls).at(-1) === undefined && !stop.isReloaded;
  const isTooMany = singleClient && isUntimed;
  if (!isTooMany && !isAutomated(polls, { minPollInterval, singleClient, usualInterval: job?.usualInterval }))
    return isUntimed ? 'inconclusive' : 'pass';
  const isSlow = intervalsOf(polls).every((gap) => gap !== undefined && gap >= MIN_SLOW_POLL_MS);
  return {
    severity: status === 'awaiting_input' && isSlow ? 'warn' : 'fail',
    message: `the client keeps polling job ${call.id} after status ${status}`,
    expected: status === 'awaiting_input' ? 'no poll before a reply' : `no poll after ${status}`,
    actual: `${stop.count} more, the last ${durationText(time.at - stop.since.at)} after it`,
    replacesEarlier: true,
    evidence: polls.map(({ sequence }) => sequence),
  };
}

function durationText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}

function hasStatus({ responseBody }: NonNullable<ClientRequest['call']>, status: JobStatus): boolean {
  return getField(getJson(responseBody), 'status') === status;
}
