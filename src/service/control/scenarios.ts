/** Lists the scenarios, each with a summary of its steps, its end and its faults. */
import type { ScenarioList } from '../../generated/control-api.js';
import {
  getMidpointDuration,
  getProbability,
  type CompiledFault,
  type NumberRange,
  type CompiledStep,
  type Timeline,
} from '../../scenario/timeline.js';
import { predictOutcome } from '../../scenario/outcome.js';
import type { TimelineSummary, TimelineFault, TimelineRange, TimelineSegment } from './timeline-types.js';
import type { ControlContext } from './workspace-context.js';

/** For mock servers without files, such as those of a page or a test. */
export const NO_FILES = {
  reason: 'This mock server has no folder of scenarios, because it runs in a page or in a test.',
};

/** The name of a scenario that was sent as an object or a text without a name. */
export const UNNAMED_SCENARIO = 'unnamed';

export const listScenarios = ({
  service,
  sources,
}: Pick<ControlContext, 'service' | 'sources'>): ScenarioList => ({
  saving: { ...(sources?.saving ?? NO_FILES) },
  scenarios: service.shared.library.list().map((timeline) => ({
    name: timeline.name,
    title: timeline.title,
    ...(timeline.description !== '' && { description: timeline.description }),
    timeline: summarizeTimeline(timeline),
  })),
  invalid: service.shared.library.invalidFiles().map(({ name, errors }) => ({
    name,
    errors: errors.map((error) => error.format()),
  })),
});

export function summarizeTimeline(timeline: Timeline): TimelineSummary {
  const { steps, end, stepsAfterReply, rejection } = predictOutcome(timeline);
  const segments = rejection ? [buildRejectedSegment(rejection.status)] : steps.map(toSegment);
  const length = segments.reduce(
    (sum, { duration, probability = 1 }) => sum + (duration ?? 0) * probability,
    0,
  );
  return {
    segments,
    end,
    length: end === 'stalled' ? null : Math.round(length),
    replied: stepsAfterReply.map(toSegment),
    faults: timeline.faults.map(summarizeFault),
  };
}

function toSegment(step: CompiledStep): TimelineSegment {
  const probability = getProbability(step);
  return { ...buildSegment(step), ...(probability < 1 && { probability }) };
}

function buildRejectedSegment(status: number | undefined): TimelineSegment {
  return { kind: 'reject', duration: 0, ...(status !== undefined && { status }) };
}

function buildSegment(step: CompiledStep): TimelineSegment {
  const { kind } = step;
  const duration = finiteOrNull(getMidpointDuration(step));
  switch (kind) {
    case 'generate':
      return { kind, duration, progress: step.slides !== undefined };
    case 'ask':
    case 'stall':
    case 'complete':
    case 'fail':
      return { kind, duration };
  }
}

function summarizeFault(fault: CompiledFault): TimelineFault {
  const { operations, requests, during, probability, response } = fault;
  return {
    operations: [...operations],
    effect: getMainEffect(fault),
    ...(response && { status: response.status }),
    probability,
    requests: requests ? toTimelineRange(requests) : null,
    during: during ? toTimelineRange(during) : null,
  };
}

/** The effect that the client notices most. */
function getMainEffect({ connection, corrupt, response, drip }: CompiledFault): TimelineFault['effect'] {
  return connection ?? corrupt ?? (response ? 'response' : drip === undefined ? 'latency' : 'drip');
}

function toTimelineRange({ from, to }: NumberRange): TimelineRange {
  return { from, to: finiteOrNull(to) };
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
