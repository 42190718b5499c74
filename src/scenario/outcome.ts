/**
 * Predicts the steps and the end of a job without interventions. Charts, cards and
 * previews draw this, so that they show the same end as a job.
 */
import { PLANS_WITH_API } from './plans.js';
import {
  probabilityOf,
  type CompiledFailStep,
  type CompiledFault,
  type CompiledStep,
  type Timeline,
} from './timeline.js';

export interface ScenarioOutcome {
  /**
   * The steps up to the end. A question with a time limit gets no reply. A question without one gets a reply, because nothing
   * else can happen.
   */
  readonly steps: readonly CompiledStep[];
  readonly end: 'completed' | 'failed' | 'stalled' | 'rejected';
  /** The steps after a reply in time, if the last question fails without one. Otherwise empty. */
  readonly stepsAfterReply: readonly CompiledStep[];
  /** The status of the response to every start of a job, if no job can start. `undefined` when there is no response. */
  readonly rejection: { readonly status: number | undefined } | undefined;
}

export function predictOutcome(timeline: Timeline): ScenarioOutcome {
  const refusal = findRejection(timeline);
  if (refusal) return { steps: [], end: 'rejected', stepsAfterReply: [], rejection: refusal };
  const { steps } = timeline;
  const fatal = steps.findIndex(
    // Most jobs do not have a step that only some have, so it does not decide the end.
    (step) =>
      step.kind === 'ask' &&
      probabilityOf(step) >= 1 &&
      step.onTimeout !== 'continue' &&
      Number.isFinite(step.timeout.max),
  );
  const question = steps[fatal];
  if (question?.kind !== 'ask' || question.onTimeout === 'continue')
    return {
      steps,
      end: END_BY_STEP[steps.at(-1)?.kind ?? 'stall'],
      stepsAfterReply: [],
      rejection: refusal,
    };
  const failure: CompiledFailStep = { kind: 'fail', error: question.onTimeout.error };
  return {
    steps: [...steps.slice(0, fatal + 1), failure],
    end: 'failed',
    stepsAfterReply: steps.slice(fatal + 1),
    rejection: refusal,
  };
}

/** The last step of a scenario is complete, fail or stall. */
const END_BY_STEP: Readonly<Record<CompiledStep['kind'], ScenarioOutcome['end']>> = {
  complete: 'completed',
  fail: 'failed',
  stall: 'stalled',
  generate: 'stalled',
  ask: 'stalled',
};

function findRejection({ access, faults }: Timeline): ScenarioOutcome['rejection'] {
  if (access?.apiEnabled === false || (access?.plan !== undefined && !PLANS_WITH_API.includes(access.plan)))
    return { status: 403 };
  const fault = faults.find(rejectsEveryJob);
  return fault && { status: fault.connection ? undefined : fault.response?.status };
}

function rejectsEveryJob({
  operations,
  requests,
  during,
  probability,
  response,
  connection,
}: CompiledFault): boolean {
  const isAlways = probability >= 1 && during === undefined && (!requests || coversAllRequests(requests));
  const isRefusal = connection !== undefined || (response !== undefined && response.status >= 400);
  return isAlways && isRefusal && operations.includes('startGeneration');
}

function coversAllRequests({ from, to }: { readonly from: number; readonly to: number }): boolean {
  return from <= 1 && to === Infinity;
}
