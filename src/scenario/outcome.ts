/**
 * What a scenario does to a job without interventions: the steps that it reaches, and how it ends. Charts, cards and
 * previews draw this, so that they show the same end as a job.
 */
import { API_PLANS } from './plans.js';
import { chanceOf, type FailStep, type Fault, type Step, type Timeline } from './timeline.js';

export interface ScenarioOutcome {
  /**
   * The steps up to the end. A question with a time limit gets no reply. A question without one gets a reply, because nothing
   * else can happen.
   */
  readonly steps: readonly Step[];
  readonly end: 'completed' | 'failed' | 'stalled' | 'refused';
  /** The steps after a reply in time, if the last question fails without one. Otherwise empty. */
  readonly replied: readonly Step[];
  /** The status of the response to every start of a job, if no job can start. `undefined` when there is no response. */
  readonly refusal: { readonly status: number | undefined } | undefined;
}

export function outcomeOf(timeline: Timeline): ScenarioOutcome {
  const refusal = refusalOf(timeline);
  if (refusal) return { steps: [], end: 'refused', replied: [], refusal };
  const { steps } = timeline;
  const fatal = steps.findIndex(
    // Most jobs do not have a step that only some have, so it does not decide the end.
    (step) =>
      step.kind === 'ask' &&
      chanceOf(step) >= 1 &&
      step.otherwise !== 'continue' &&
      Number.isFinite(step.wait.max),
  );
  const question = steps[fatal];
  if (question?.kind !== 'ask' || question.otherwise === 'continue')
    return { steps, end: ENDS[steps.at(-1)?.kind ?? 'stay'], replied: [], refusal };
  const failure: FailStep = { kind: 'fail', error: question.otherwise.error };
  return {
    steps: [...steps.slice(0, fatal + 1), failure],
    end: 'failed',
    replied: steps.slice(fatal + 1),
    refusal,
  };
}

/** The last step of a scenario is complete, fail or stay. */
const ENDS: Readonly<Record<Step['kind'], ScenarioOutcome['end']>> = {
  complete: 'completed',
  fail: 'failed',
  stay: 'stalled',
  work: 'stalled',
  ask: 'stalled',
};

function refusalOf({ access, faults }: Timeline): ScenarioOutcome['refusal'] {
  if (access?.apiEnabled === false || (access?.plan !== undefined && !API_PLANS.includes(access.plan)))
    return { status: 403 };
  const fault = faults.find(refusesEveryJob);
  return fault && { status: fault.connection ? undefined : fault.answer?.status };
}

function refusesEveryJob({ operations, requests, during, chance, answer, connection }: Fault): boolean {
  const isAlways = chance >= 1 && during === undefined && (!requests || isWhole(requests));
  const isRefusal = connection !== undefined || (answer !== undefined && answer.status >= 400);
  return isAlways && isRefusal && operations.includes('startGeneration');
}

function isWhole({ from, to }: { readonly from: number; readonly to: number }): boolean {
  return from <= 1 && to === Infinity;
}
