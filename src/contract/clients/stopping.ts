/** Rules about the end of polling: when the job has ended, asks a question, or never changes. Sections 3 and 4.5. */
import type { JobStatus } from '../../generated/lifecycle.js';
import { isAutomated } from './times.js';
import { clientRule, type ClientRule, type RequestVerdict } from './rule.js';
import type { ClientRequest } from './requests.js';
import { fieldOf } from '../../base/json.js';
import { jsonOf } from '../model/payload.js';
import { gapBetween, gapsOf, withTime, type RequestTime } from './times.js';

const reading =
  'A second tab, a reload and a person may each poll once more. Polls at regular times come from a program. In the sandbox of ' +
  'one test (`strict`), there is no second tab: three polls, or one at the usual interval of the client, come from a program. Where ' +
  'the clock was changed in between, one poll is enough with `strict`, and nothing is judged without it.';

/** Ms between polls that look for the reply of a user elsewhere. */
const SLOW_POLLING = 60_000;

/** The limits for any views: a number of polls, and ms. */
const MANY_POLLS = 300;
const MANY_HOURS = 3 * 3_600_000;

/** The limits for unchanged views: a number of polls, and ms. */
const UNCHANGED_POLLS = 300;
const UNCHANGED_TIME = 3_600_000;
/** The limits of the advice for slower polls of an unchanged view: a client that waits for half a day needs a limit of its own. */
const SLOW_POLLS = 12;

export const stoppingRules: readonly ClientRule[] = [
  clientRule({
    id: 'client/stops-when-completed',
    sections: ['3', '4.5'],
    level: 'must',
    title: 'A client stops polling a completed job',
    reading,
    hint: 'Stop the timer when the status is completed. That view contains the presentation, and GET /presentations/{id} returns it later.',
    unseen: 'not seen: a client saw a job completed',
    check: (request) => checkStop(request, 'completed'),
  }),
  clientRule({
    id: 'client/stops-when-failed',
    sections: ['3', '4.5', '7'],
    level: 'must',
    title: 'A client stops polling a failed job',
    reading,
    hint: 'Stop the timer when the status is failed, and show the error. A failed job never continues. To try again, start another job.',
    unseen: 'not seen: a client saw a job fail',
    check: (request) => checkStop(request, 'failed'),
  }),
  clientRule({
    id: 'client/stops-to-act-when-asked',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A client stops polling a job that awaits input',
    reading:
      `${reading} A client may leave a question without a reply. After a reply, polling continues, even if the service refused the reply. The ` +
      'rule only warns of polls with a minute or more between them: the client may have asked its user to reply elsewhere.',
    hint: 'Stop polling at awaiting_input and show the message. Poll again after you send the reply.',
    unseen: 'not seen: a client saw a question',
    check: (request) => checkStop(request, 'awaiting_input'),
  }),
  clientRule({
    id: 'client/polls-nothing-for-ever',
    sections: ['3', '4.5'],
    level: 'should',
    title: 'A client gives up on a job that never changes',
    reading:
      `The rule warns when a client gets the same view at least ${UNCHANGED_POLLS} times over at least one hour. It advises a limit when ` +
      `a client gets the same view at least ${SLOW_POLLS} times over at least ${MANY_HOURS / 3_600_000} hours.`,
    hint: 'Remember when the view last changed. If it has not changed for minutes, stop polling and tell the user.',
    unseen: 'not seen: a client polled a job',
    check: ({ call, job, time }) => {
      if (call?.operation !== 'getGenerationStatus' || !job) return undefined;
      if (isUntimed(job, time)) return 'unclear';
      const { unchanged } = job;
      if (!unchanged) return 'kept';
      const duration = time.at - unchanged.since.at;
      const minutes = Math.floor(duration / 60_000);
      const isEndless = unchanged.polls >= UNCHANGED_POLLS && duration >= UNCHANGED_TIME;
      if (!isEndless && (unchanged.polls < SLOW_POLLS || duration < MANY_HOURS)) return 'kept';
      return {
        kind: isEndless ? 'warn' : 'observed',
        message: `the client polls job ${call.id} without end`,
        expected: 'an end of polling when nothing changes',
        actual: `the same view ${unchanged.polls} times in ${minutes} minutes`,
        exchanges: [unchanged.since.sequence, time.sequence],
      };
    },
  }),
  clientRule({
    id: 'client/limits-its-polling',
    sections: ['4.5'],
    level: 'should',
    title: 'A client has a time limit of its own for a job',
    reading: `"Handle timeouts" names no time. The rule only advises a limit, when a client polls a generating job at least ${MANY_POLLS} times over at least ${MANY_HOURS / 3_600_000} hours without a message to it.`,
    hint: 'Decide how long a user waits at most. After that, stop polling, say so, and offer a button that polls again.',
    unseen: 'not seen: a client polled a job',
    check: ({ call, job, time }) => {
      if (call?.operation !== 'getGenerationStatus' || !job) return undefined;
      if (isUntimed(job, time)) return 'unclear';
      const { watching } = job;
      if (!watching || watching.polls < MANY_POLLS) return 'kept';
      const duration = time.at - watching.since.at;
      if (duration < MANY_HOURS) return 'kept';
      return {
        kind: 'observed',
        message: `the client polls job ${call.id} for hours`,
        expected: 'a time limit of the client',
        actual: `${watching.polls} polls in ${Math.floor(duration / 3_600_000)} hours`,
        exchanges: [watching.since.sequence, time.sequence],
      };
    },
  }),
];

/** Whether the clock was changed since the last poll of the job. */
function isUntimed({ polls }: NonNullable<ClientRequest['job']>, time: RequestTime): boolean {
  const last = polls.at(-1);
  return last !== undefined && gapBetween(last, time) === undefined;
}

function checkStop(
  { call, job, time, tightLoop, strict }: ClientRequest,
  status: Exclude<JobStatus, 'generating'>,
): RequestVerdict {
  if (call?.operation !== 'getGenerationStatus') return undefined;
  const stop = job?.stop;
  if (stop?.status !== status) return showsStatus(call, status) ? 'kept' : undefined;
  if (time.at < stop.receivedAt) return 'kept';
  const polls = withTime(stop.polls, time);
  // Where the time is not real, the order of the requests is: in one tab, a poll after the end is one too many.
  const isUntimed = gapsOf(polls).at(-1) === undefined && !stop.isReloaded;
  const isTooMany = strict && isUntimed;
  if (!isTooMany && !isAutomated(polls, { tightLoop, strict, usualInterval: job?.usualInterval }))
    return isUntimed ? 'unclear' : 'kept';
  const isSlow = gapsOf(polls).every((gap) => gap !== undefined && gap >= SLOW_POLLING);
  return {
    kind: status === 'awaiting_input' && isSlow ? 'warn' : 'fail',
    message: `the client keeps polling job ${call.id} after status ${status}`,
    expected: status === 'awaiting_input' ? 'no poll before a reply' : `no poll after ${status}`,
    actual: `${stop.count} more, the last ${durationText(time.at - stop.since.at)} after it`,
    isTotal: true,
    exchanges: polls.map(({ sequence }) => sequence),
  };
}

function durationText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}

function showsStatus({ received }: NonNullable<ClientRequest['call']>, status: JobStatus): boolean {
  return fieldOf(jsonOf(received), 'status') === status;
}
