/**
 * Writes a recorded job as a scenario for people to edit: durations, texts, questions, the end, and what went wrong. It is a story,
 * not a copy: `leftOut` says what it does not keep.
 */
import type { Scenario } from '../../generated/control-api.js';
import { JSON_RULE } from '../../scenario/declared-violations.js';
import { formatDuration } from '../../scenario/duration.js';
import { writeFaults } from './faults.js';
import { lengthOf, type RecordedJob } from './jobs.js';
import { latencyOf } from './latency.js';
import { LeftOut } from './left-out.js';
import { phasesOf, type JobPhases } from './phases.js';
import { rateLimitOf } from './rate-limit.js';
import { writeSteps, type WrittenSteps } from './steps.js';
import type { Texts } from './texts.js';

export interface Story {
  readonly scenario: Scenario;
  /** By the JSON pointer of the node that the comment precedes. */
  readonly comments: ReadonlyMap<string, string>;
  /** In sentences. */
  readonly leftOut: readonly string[];
}

const NOT_STARTED: WrittenSteps = {
  steps: [{ step: { stay: null }, comment: 'No job starts.' }],
  over: undefined,
};

export function storyOf(job: RecordedJob, texts: Texts): Story {
  const leftOut = new LeftOut();
  const { trace, startedAt, starts, others } = job;
  if (trace && !trace.start) leftOut.add('The start of the job: times count from the first request about it');
  const { phases, accepted }: JobPhases = trace
    ? phasesOf(trace, startedAt, leftOut)
    : { phases: [], accepted: new Set() };
  const { steps, over } = trace ? writeSteps(phases, texts, leftOut) : NOT_STARTED;
  const limit = rateLimitOf(job.ofClient);
  const latency = latencyOf([...starts, ...others, ...(trace?.polls ?? []), ...(trace?.messages ?? [])]);
  const context = { texts, leftOut, latency, isLimited: limit !== undefined, over, accepted };
  const faults = writeFaults(job, context);
  return {
    scenario: {
      title: titleOf(job, steps),
      description: descriptionOf(job),
      ...(limit && { rate_limit: limit.limit }),
      steps: steps.map(({ step }) => step),
      ...(faults.length > 0 && { faults: [...faults] }),
      ...(faults.some(({ corrupt }) => corrupt) && { violates: [JSON_RULE] }),
    },
    comments: new Map([
      ...(limit ? [['/rate_limit', limit.evidence] as const] : []),
      ...steps.flatMap(({ comment }, index) => (comment ? [[`/steps/${index}`, comment] as const] : [])),
    ]),
    leftOut: leftOut.lines,
  };
}

function titleOf({ trace }: RecordedJob, steps: WrittenSteps['steps']): string {
  if (!trace) return 'A job that does not start';
  const all = steps.map(({ step }) => step);
  const questions = all.filter(({ ask }) => ask).length;
  const asks =
    questions === 0
      ? ''
      : questions === 1
        ? 'asks and '
        : questions === 2
          ? 'asks twice and '
          : `asks ${questions} times and `;
  const isFailed = all.some(({ ask, fail }) => fail ?? (ask?.wait !== undefined && !ask.otherwise));
  const isCompleted = all.at(-1)?.complete !== undefined;
  return `A job that ${asks}${isCompleted ? 'completes' : isFailed ? 'fails' : 'does not end'}`;
}

function descriptionOf(job: RecordedJob): string {
  const length = formatDuration(lengthOf(job));
  return `A recorded job of ${length}, as a story to edit.`;
}
