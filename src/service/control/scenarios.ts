/** Lists the scenarios, each with a summary: its steps with their durations, its end, and its faults with their conditions. */
import type { ScenarioList } from '../../generated/control-api.js';
import type { Service } from '../service.js';
import {
  chanceOf,
  type Fault,
  type Range,
  type Span,
  type Step,
  type Timeline,
} from '../../scenario/timeline.js';
import { outcomeOf } from '../../scenario/outcome.js';
import type { PlannedTimeline, TimelineFault, TimelineRange, TimelineSegment } from './timeline-views.js';

/** The name of a scenario that was sent as an object or a text instead of a name. */
export const INLINE = 'inline';

export const scenarioList = (service: Service): ScenarioList => ({
  scenarios: service.shared.library.list().map((timeline) => ({
    name: timeline.name,
    title: timeline.title,
    ...(timeline.description !== '' && { description: timeline.description }),
    timeline: plannedTimeline(timeline),
  })),
  refused: service.shared.library.invalidFiles().map(({ name, errors }) => ({
    name,
    errors: errors.map((error) => error.format()),
  })),
});

export function plannedTimeline(timeline: Timeline): PlannedTimeline {
  const { steps, end, replied, refusal } = outcomeOf(timeline);
  const segments = refusal ? [refused(refusal.status)] : steps.map(withChance);
  const length = segments.reduce((sum, { duration, chance = 1 }) => sum + (duration ?? 0) * chance, 0);
  return {
    segments,
    end,
    length: end === 'stalled' ? null : Math.round(length),
    replied: replied.map(withChance),
    faults: timeline.faults.map(plannedFault),
  };
}

function withChance(step: Step): TimelineSegment {
  const chance = chanceOf(step);
  return { ...segment(step), ...(chance < 1 && { chance }) };
}

function refused(status: number | undefined): TimelineSegment {
  return { kind: 'refuse', duration: 0, ...(status !== undefined && { status }) };
}

function segment(step: Step): TimelineSegment {
  const { kind } = step;
  switch (kind) {
    case 'work':
      return { kind, duration: middle(step.duration), progress: step.slides !== undefined };
    case 'ask':
      return { kind, duration: middle(step.wait) };
    case 'stay':
      return { kind, duration: null };
    case 'complete':
    case 'fail':
      return { kind, duration: 0 };
  }
}

function plannedFault(fault: Fault): TimelineFault {
  const { operations, requests, during, chance, answer } = fault;
  return {
    on: [...operations],
    effect: effectOf(fault),
    ...(answer && { status: answer.status }),
    chance,
    requests: requests ? range(requests) : null,
    during: during ? range(during) : null,
  };
}

/** The effect that a client notices most. The response can also be late and slow. */
function effectOf({ connection, corrupt, answer, drip }: Fault): TimelineFault['effect'] {
  return connection ?? corrupt ?? (answer ? 'answer' : drip === undefined ? 'latency' : 'drip');
}

function range({ from, to }: Range): TimelineRange {
  return { from, to: finite(to) };
}

function middle({ min, max }: Span): number | null {
  return finite((min + max) / 2);
}

function finite(figure: number): number | null {
  return Number.isFinite(figure) ? figure : null;
}
