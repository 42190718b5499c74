/** When there is nothing to poll for: the job is over, or waits for its client. Sections 3 and 4.5. */
import type { JobStatus } from '../../../generated/lifecycle.js';
import type { Stop } from '../job-past.js';
import { keep, type Moment } from '../moments.js';
import { isPersistent } from '../persistence.js';
import type { ConductRule, Judged } from '../rule.js';
import type { Step } from '../step.js';

const reading =
  'A second tab, a reload or a person may look once more each. Polls that go on by the clock are a program’s.';

/** How long the same view may come back: so often, and for so many ms. */
const SAME_POLLS = 300;
const SAME_TIME = 3_600_000;

export const stoppingRules: readonly ConductRule[] = [
  {
    id: 'client/stops-when-completed',
    sections: ['3', '4.5'],
    level: 'must',
    title: 'A client stops polling once it has seen the job completed',
    reading,
    hint: 'Clear the timer when the status is completed. The presentation is in that very view, and stays at GET /presentations/{id}.',
    notReached: 'no client saw a job completed',
    judge: (step) => stops(step, 'completed', 'is polled on after this client saw it completed'),
  },
  {
    id: 'client/stops-when-failed',
    sections: ['3', '4.5', '7'],
    level: 'must',
    title: 'A client stops polling once it has seen the job failed',
    reading,
    hint: 'Clear the timer when the status is failed and show the error: a failed job never goes on. Another try is another start.',
    notReached: 'no client saw a job fail',
    judge: (step) => stops(step, 'failed', 'is polled on after this client saw it fail'),
  },
  {
    id: 'client/stops-to-act-when-asked',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A client that is asked for input stops polling to act',
    reading: `${reading} Walking away from a question is fine. After a reply, however it was answered, polling goes on.`,
    hint: 'Stop at awaiting_input, show the message, and begin to poll again when the reply is sent.',
    notReached: 'no client was asked for input',
    judge: (step) =>
      stops(step, 'awaiting_input', 'is polled on as if nothing had been asked, without a reply'),
  },
  {
    id: 'client/polls-nothing-for-ever',
    sections: ['3', '4.5'],
    level: 'should',
    title: 'A client gives up on a job that never comes to anything',
    reading: `The same view ${SAME_POLLS} times, over an hour or more, is taken for ever.`,
    hint: 'Keep the time of the last change, and stop with a word to the user when nothing is new for minutes.',
    notReached: 'no job was polled',
    judge: ({ call, job, moment }) => {
      if (call?.operation !== 'getGenerationStatus' || !job) return undefined;
      const { same } = job;
      if (job.stop || !same || same.polls < SAME_POLLS || same.since.era !== moment.era) return 'kept';
      const minutes = Math.floor((moment.at - same.since.at) / 60_000);
      if (minutes * 60_000 < SAME_TIME) return 'kept';
      return {
        kind: 'warn',
        message: `job ${call.id} is polled without end`,
        expected: 'that the client gives up when nothing changes',
        actual: `the same view ${same.polls} times in ${minutes} minutes`,
        exchanges: [same.since.sequence, moment.sequence],
      };
    },
  },
];

function stops(step: Step, status: Exclude<JobStatus, 'generating'>, what: string): Judged {
  const { call, job, moment } = step;
  if (call?.operation === 'sendGenerationMessage') return job?.stop?.status === status ? 'kept' : undefined;
  if (call?.operation !== 'getGenerationStatus') return undefined;
  const stop = job?.stop;
  if (stop?.status !== status) return shows(call, status) ? 'kept' : undefined;
  if (moment.at < stop.knownAt) return 'kept';
  const polls = withThis(stop, moment);
  const habits = { tightLoop: step.bounds.tightLoop, rhythm: job?.rhythm };
  // Whoever gets no view may be another tab, which has not seen the end yet.
  if (!shows(call, status) || !isPersistent(polls, habits)) return 'kept';
  return {
    kind: 'fail',
    message: `job ${call.id} ${what}`,
    expected: `no poll after ${status}`,
    actual: `${polls.length - 1} more, the last ${ago(polls)} after it`,
    exchanges: polls.map(({ sequence }) => sequence),
  };
}

function withThis({ polls }: Stop, moment: Moment): readonly Moment[] {
  const all = [...polls];
  keep(all, moment);
  return all;
}

function ago(polls: readonly Moment[]): string {
  const ms = (polls.at(-1)?.at ?? 0) - (polls[0]?.at ?? 0);
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}

function shows({ answer }: NonNullable<Step['call']>, status: JobStatus): boolean {
  const value = answer.kind === 'json' ? answer.value : undefined;
  return typeof value === 'object' && value !== null && 'status' in value && value.status === status;
}
