/** Active faults: each changes a number of responses, for a limited time. */
import type { ArmedFault as ArmedFaultView, ArmFaultRequest } from '../../generated/control-api.js';
import { routes } from '../../generated/routes.js';
import { compileFault } from '../../scenario/compile-fault.js';
import { parseDuration } from '../../scenario/duration.js';
import type { Mistake } from '../../scenario/mistake.js';
import type { Fault } from '../../scenario/timeline.js';
import { badInput, isoOf, LAST_INSTANT, notFound } from './check-input.js';
import { needCurrentJob } from './jobs.js';
import type { WorkspaceNow } from './verb-context.js';
import type { ArmedFault, Effects, WorkspaceState } from '../workspace-state.js';

const TTL = '10m';
const EVERY = routes.map(({ operationId }) => operationId);

export function armFault(
  { shared, row, state, now }: WorkspaceNow,
  request: ArmFaultRequest,
): ArmedFaultView {
  const { on, times = 1, ttl = TTL, job, ...effects } = request;
  if (job !== undefined) needCurrentJob(shared, row.id, job, now, '/job');
  const fault = compileEffects(on, effects);
  const until = Math.min(now + (parseDuration(ttl) ?? Infinity), LAST_INSTANT);
  state.armedCount += 1;
  const armed = { id: `f${state.armedCount}`, fault, effects, left: times, until, job };
  state.armed = [...state.armed, armed];
  state.changes.note('faults');
  return viewOf(armed);
}

/** Removes one active fault, or all of them. */
export function disarmFaults({ state }: WorkspaceNow, fault: string | undefined): void {
  if (fault !== undefined && !state.armed.some(({ id }) => id === fault))
    throw notFound(`active fault ${fault.slice(0, 100)}`);
  state.armed = fault === undefined ? [] : state.armed.filter(({ id }) => id !== fault);
  state.changes.note('faults');
}

/** @param pointer the position of the effects in the input */
export function compileEffects(on: ArmFaultRequest['on'], effects: Effects, pointer = ''): Fault {
  const mistakes: Mistake[] = [];
  const fault = compileFault({ on: on ?? EVERY, ...effects }, pointer, mistakes);
  if (mistakes.length === 0) return fault;
  throw badInput(mistakes.map(({ pointer: at, expected }) => ({ pointer: at, detail: expected })));
}

/** The faults that did not expire. */
export function activeFaults({ armed }: WorkspaceState, now: number): readonly ArmedFault[] {
  return armed.filter(({ until }) => until > now);
}

/** In the order in which they apply. */
export function listedFaults({ state, now }: WorkspaceNow): ArmedFaultView[] {
  return activeFaults(state, now).map(viewOf);
}

export function viewOf({
  id,
  fault,
  left,
  happened,
  until,
  job,
  tried,
  effects,
}: ArmedFault): ArmedFaultView {
  return {
    id,
    on: [...fault.operations],
    left,
    ...(happened !== undefined && { happened }),
    until: isoOf(until),
    ...(job !== undefined && { job }),
    ...(tried !== undefined && { tried }),
    ...effects,
  };
}
