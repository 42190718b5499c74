/** Predicts the steps and the end of a job without interventions, for charts and previews. */
import {
  getProbability,
  PLANS_WITH_API,
  type CompiledFailStep,
  type CompiledFault,
  type CompiledStep,
  type Timeline,
} from './timeline.js';

export interface ScenarioOutcome {
  /**
   * The steps up to the end. A question with a timeout gets no reply. A question without one gets a reply, because otherwise the job
   * would never end.
   */
  readonly steps: readonly CompiledStep[];
  readonly end: 'completed' | 'failed' | 'stalled' | 'rejected';
  /** The steps after a reply in time, if the last question fails without one. Otherwise empty. */
  readonly stepsAfterReply: readonly CompiledStep[];
  /** The status of the response to every start of a job, if no job can start. `undefined` when there is no response. */
  readonly rejection: { readonly status: number | undefined } | undefined;
}

/** The last step of a scenario is complete, fail or stall. */
const END_BY_STEP: Readonly<Record<CompiledStep['kind'], ScenarioOutcome['end']>> = {
  complete: 'completed',
  fail: 'failed',
  stall: 'stalled',
  generate: 'stalled',
  ask: 'stalled',
};

export function predictOutcome(timeline: Timeline): ScenarioOutcome {
  const rejection = findRejection(timeline);
  if (rejection) return { steps: [], end: 'rejected', stepsAfterReply: [], rejection };
  const { steps } = timeline;
  const timedOut = steps.findIndex(
    // A step with a probability does not decide the end, because some jobs skip it.
    (step) =>
      step.kind === 'ask' &&
      getProbability(step) >= 1 &&
      step.onTimeout !== 'continue' &&
      Number.isFinite(step.timeout.max),
  );
  const question = steps[timedOut];
  if (question?.kind !== 'ask' || question.onTimeout === 'continue')
    return {
      steps,
      end: END_BY_STEP[steps.at(-1)?.kind ?? 'stall'],
      stepsAfterReply: [],
      rejection: undefined,
    };
  const failure: CompiledFailStep = { kind: 'fail', error: question.onTimeout.error };
  return {
    steps: [...steps.slice(0, timedOut + 1), failure],
    end: 'failed',
    stepsAfterReply: steps.slice(timedOut + 1),
    rejection: undefined,
  };
}

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
  const isUnconditional =
    probability >= 1 && during === undefined && (!requests || coversAllRequests(requests));
  const isRejected = connection !== undefined || (response !== undefined && response.status >= 400);
  return isUnconditional && isRejected && operations.includes('startGeneration');
}

function coversAllRequests({ from, to }: { readonly from: number; readonly to: number }): boolean {
  return from <= 1 && to === Infinity;
}
