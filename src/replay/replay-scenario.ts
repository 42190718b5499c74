/**
 * Turns a recorded job into a scenario that replays it: the same views at the same times, the same faults at the same
 * requests. `src/playback/replay-check.ts` plays the result and compares it with the recording.
 */
import type { Exchange } from '../journal/exchange.js';
import { counted } from '../base/counted.js';
import type { Scenario, Step } from '../generated/control-api.js';
import { formatDuration } from '../scenario/duration.js';
import type { Anonymiser } from './anonymiser.js';
import { observe } from './observations.js';
import { limitAnswer } from './limit-answer.js';
import { ratePolicyOf } from './rate-policy.js';
import { idsOf } from './recorded-ids.js';
import type { RecordedJob } from './recorded-jobs.js';
import { historyOf } from './segments.js';
import { thin } from './thinning.js';
import { writeFaults } from './write-faults.js';
import { writeSteps, type WrittenSteps } from './write-steps.js';

export interface ReplayScenario {
  readonly scenario: Scenario;
  /** By the JSON pointer of the node that the comment precedes. */
  readonly comments: ReadonlyMap<string, string>;
  /** Whether the steps show only some of the recorded changes. */
  readonly isThinned: boolean;
  /** What the recording lacks or the scenario leaves out, in sentences. */
  readonly notes: readonly string[];
}

const NO_VIEW: WrittenSteps = {
  steps: [{ step: { stay: null }, comment: 'The recording has no status view of the job.' }],
  over: undefined,
};

export interface Measures {
  /** The exchanges whose whole response becomes a fault. */
  readonly pinned: ReadonlySet<Exchange>;
  /** Whether a rate limit can stand for 429s. */
  readonly isLimited: boolean;
}

export const PLAIN_MEASURES: Measures = { pinned: new Set(), isLimited: true };

/** @param isAlone whether the scenario is for this job only, so that a rate limit is a part of it */
export function replayScenario(
  job: RecordedJob,
  names: Anonymiser,
  { pinned, isLimited }: Measures = PLAIN_MEASURES,
  isAlone = true,
): ReplayScenario {
  const { observations, misfits, notes } = observe(job);
  const history = historyOf(observations);
  const { kept, every } = thin(history.segments);
  const written = kept.length > 0 ? writeSteps(kept, names, idsOf(job)) : NO_VIEW;
  const policy = isLimited && isAlone ? ratePolicyOf(job.calls) : undefined;
  const faults = writeFaults(
    job,
    {
      misfits: new Set([...misfits, ...history.misfits]),
      pinned,
      late: history.late,
      over: written.over,
      isLimited: isAlone ? policy !== undefined : isLimited,
    },
    names,
  );
  const comments = new Map<string, string>();
  if (policy) comments.set('/rate_limit', policy.evidence);
  for (const [index, { comment }] of written.steps.entries())
    if (comment) comments.set(`/steps/${index}`, comment);
  for (const [index, { comment }] of faults.entries()) if (comment) comments.set(`/faults/${index}`, comment);
  const steps = written.steps.map(({ step }) => step);
  return {
    scenario: {
      title: titleOf(job, steps),
      description: descriptionOf(job, faults.length),
      ...(policy && { rate_limit: policy.limit, ...limitAnswer(job, names) }),
      steps,
      ...(faults.length > 0 && { faults: faults.map(({ fault }) => fault) }),
    },
    comments,
    isThinned: every > 1,
    notes: every > 1 ? [...notes, thinningNote(every)] : notes,
  };
}

function thinningNote(every: number): string {
  return `The job changes more often than a scenario can show. The scenario keeps one of every ${every} changes.`;
}

function lengthOf(job: RecordedJob): string {
  const last = job.calls.at(-1);
  return formatDuration(Math.round(Math.max(0, last?.after ?? 0) / 1000) * 1000);
}

function titleOf(job: RecordedJob, steps: readonly Step[]): string {
  if (job.id === undefined) return 'Replay of a job that does not start';
  const questions = steps.filter(({ ask }) => ask !== undefined).length;
  const asks =
    questions === 0
      ? ''
      : questions === 1
        ? 'asks and '
        : questions === 2
          ? 'asks twice and '
          : `asks ${questions} times and `;
  const last = steps.at(-1);
  const failed = last?.fail ?? steps.some(({ ask }) => ask?.otherwise === 'fail');
  const end = last?.complete !== undefined ? 'completes' : failed ? 'fails' : 'is still running';
  return `Replay of a job that ${asks}${end}`;
}

function descriptionOf(job: RecordedJob, faults: number): string {
  if (job.id === undefined) return 'A recording in which every attempt to start a job failed.';
  const polls = job.calls.filter(({ operation }) => operation === 'getGenerationStatus').length;
  return [
    `A recording of ${lengthOf(job)} with ${counted(polls, 'poll', 'polls')}.`,
    ...(faults > 0 ? [' The faults repeat what the recording shows.'] : []),
    '\nEach work step shows the view of one or more polls. A change lies at a round time between two polls.\n',
  ].join('');
}
