/** Lists the scenarios, each with a summary: its steps with their durations, its end, and its faults with their conditions. */
import type { ScenarioList } from '../../generated/control-api.js';
import type { Service } from '../service.js';
import {
  probabilityOf,
  type CompiledFault,
  type NumberRange,
  type DurationRangeMs,
  type CompiledStep,
  type Timeline,
} from '../../scenario/timeline.js';
import { predictOutcome } from '../../scenario/outcome.js';
import type { TimelineSummary, TimelineFault, TimelineRange, TimelineSegment } from './timeline-types.js';

/** The name of a scenario that was sent as an object or a text instead of a name. */
export const INLINE_SCENARIO_NAME = 'inline';

export const listScenarios = (service: Service): ScenarioList => ({
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
  const segments = rejection ? [rejectedSegment(rejection.status)] : steps.map(toSegment);
  const length = segments.reduce((sum, { duration, chance = 1 }) => sum + (duration ?? 0) * chance, 0);
  return {
    segments,
    end,
    length: end === 'stalled' ? null : Math.round(length),
    replied: stepsAfterReply.map(toSegment),
    faults: timeline.faults.map(summarizeFault),
  };
}

function toSegment(step: CompiledStep): TimelineSegment {
  const chance = probabilityOf(step);
  return { ...segmentOfStep(step), ...(chance < 1 && { chance }) };
}

function rejectedSegment(status: number | undefined): TimelineSegment {
  return { kind: 'reject', duration: 0, ...(status !== undefined && { status }) };
}

function segmentOfStep(step: CompiledStep): TimelineSegment {
  const { kind } = step;
  switch (kind) {
    case 'generate':
      return { kind, duration: midpoint(step.duration), progress: step.slides !== undefined };
    case 'ask':
      return { kind, duration: midpoint(step.timeout) };
    case 'stall':
      return { kind, duration: null };
    case 'complete':
    case 'fail':
      return { kind, duration: 0 };
  }
}

function summarizeFault(fault: CompiledFault): TimelineFault {
  const { operations, requests, during, probability, response } = fault;
  return {
    on: [...operations],
    effect: mainEffect(fault),
    ...(response && { status: response.status }),
    chance: probability,
    requests: requests ? toTimelineRange(requests) : null,
    during: during ? toTimelineRange(during) : null,
  };
}

/** The dominant effect of the fault. */
function mainEffect({ connection, corrupt, response, drip }: CompiledFault): TimelineFault['effect'] {
  return connection ?? corrupt ?? (response ? 'response' : drip === undefined ? 'latency' : 'drip');
}

function toTimelineRange({ from, to }: NumberRange): TimelineRange {
  return { from, to: finiteOrNull(to) };
}

function midpoint({ min, max }: DurationRangeMs): number | null {
  return finiteOrNull((min + max) / 2);
}

function finiteOrNull(figure: number): number | null {
  return Number.isFinite(figure) ? figure : null;
}
