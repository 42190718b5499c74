/** Writes all jobs and other calls of a recorded workspace as one scenario. */
import { bundledScenarios } from '../generated/bundled-scenarios.js';
import type { Scenario } from '../generated/control-api.js';
import { counted } from '../base/counted.js';
import type { Anonymiser } from './anonymiser.js';
import { limitAnswer } from './limit-answer.js';
import { ratePolicyOf } from './rate-policy.js';
import type { RecordedJob } from './recorded-jobs.js';
import type { RecordedWorkspace } from './recorded-workspaces.js';
import { replayScenario, type Measures, type ReplayScenario } from './replay-scenario.js';
import { writeFaults } from './write-faults.js';

/** Jobs that the recording does not have play this one. */
const OWN = bundledScenarios['happy-path'];

export function replayWorkspace(
  workspace: RecordedWorkspace,
  names: Anonymiser,
  measures: Measures,
): ReplayScenario {
  const { jobs, lobby, calls } = workspace;
  const policy = measures.isLimited ? ratePolicyOf(calls.map(({ call }) => call)) : undefined;
  const limited: RecordedJob = { ...lobby, calls: calls.map(({ call }) => call) };
  const isLimited = policy !== undefined;
  const none = new Set<number>();
  const faults = writeFaults(
    lobby,
    { misfits: none, late: none, pinned: measures.pinned, over: undefined, isLimited },
    names,
  );
  const stories = jobs.map((job) => replayScenario(job, names, { ...measures, isLimited }, false));
  const comments = new Map<string, string>();
  if (policy) comments.set('/rate_limit', policy.evidence);
  const add = (before: string, more: ReadonlyMap<string, string>): void => {
    for (const [pointer, comment] of more) comments.set(before + pointer, comment);
  };
  for (const [index, { comment }] of faults.entries()) if (comment) comments.set(`/faults/${index}`, comment);
  for (const [index, story] of stories.entries()) add(`/jobs/${index}`, story.comments);
  const scenario: Scenario = {
    title: `Replay of ${counted(jobs.length, 'job')}`,
    description: `A recording with ${counted(calls.length, 'request')}. Jobs play in the order of their starts. Later jobs play the steps.`,
    ...(policy && { rate_limit: policy.limit, ...limitAnswer(limited, names) }),
    steps: OWN?.steps ?? [{ stay: null }],
    ...(faults.length > 0 && { faults: faults.map(({ fault }) => fault) }),
    jobs: stories.map(({ scenario: { title, steps, faults: own } }) => ({
      title,
      steps,
      ...(own && { faults: own }),
    })),
  };
  return {
    scenario,
    comments,
    isThinned: stories.some(({ isThinned }) => isThinned),
    notes: stories.flatMap(({ notes }, index) => notes.map((note) => `Job ${index + 1}: ${note}`)),
  };
}
