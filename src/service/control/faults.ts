/** Active faults: each changes a number of responses, for a limited time. */
import type { ActiveFault as ArmedFaultView, AddFaultRequest } from '../../generated/control-api.js';
import { routes } from '../../generated/routes.js';
import { compileFault } from '../../scenario/compile-fault.js';
import { parseDuration } from '../../scenario/duration.js';
import type { ScenarioIssue } from '../../scenario/scenario-issue.js';
import type { CompiledFault } from '../../scenario/timeline.js';
import { inputError, toIso, MAX_INSTANT, notFound } from './validate-input.js';
import { getCurrentJobOrThrow } from './jobs.js';
import type { WorkspaceContext } from './workspace-context.js';
import type { ActiveFault, FaultEffects, WorkspaceState } from '../workspace-state.js';

const DEFAULT_TTL = '10m';
const ALL_OPERATIONS = routes.map(({ operationId }) => operationId);

export function addFault(
  { shared, record, state, now }: WorkspaceContext,
  request: AddFaultRequest,
): ArmedFaultView {
  const { operation, times = 1, ttl = DEFAULT_TTL, job, ...effects } = request;
  if (job !== undefined) getCurrentJobOrThrow(shared, record.id, job, now, '/job');
  const fault = compileEffects(operation, effects);
  const until = Math.min(now + (parseDuration(ttl) ?? Infinity), MAX_INSTANT);
  state.faultCount += 1;
  const armed = { id: `f${state.faultCount}`, fault, effects, remaining: times, expiresAt: until, job };
  state.activeFaults = [...state.activeFaults, armed];
  state.changes.markChanged('faults');
  return toFaultView(armed);
}

/** Removes one active fault, or all of them. */
export function removeFaults({ state }: WorkspaceContext, fault: string | undefined): void {
  if (fault !== undefined && !state.activeFaults.some(({ id }) => id === fault))
    throw notFound(`active fault ${fault.slice(0, 100)}`);
  state.activeFaults = fault === undefined ? [] : state.activeFaults.filter(({ id }) => id !== fault);
  state.changes.markChanged('faults');
}

/** @param pointer the position of the effects in the input */
export function compileEffects(
  on: AddFaultRequest['operation'],
  effects: FaultEffects,
  pointer = '',
): CompiledFault {
  const mistakes: ScenarioIssue[] = [];
  const fault = compileFault({ operation: on ?? ALL_OPERATIONS, ...effects }, pointer, mistakes);
  if (mistakes.length === 0) return fault;
  throw inputError(mistakes.map(({ pointer: at, detail }) => ({ pointer: at, detail: detail })));
}

/** The faults that did not expire. */
export function activeFaults({ activeFaults: armed }: WorkspaceState, now: number): readonly ActiveFault[] {
  return armed.filter(({ expiresAt }) => expiresAt > now);
}

/** In the order in which they apply. */
export function listFaults({ state, now }: WorkspaceContext): ArmedFaultView[] {
  return activeFaults(state, now).map(toFaultView);
}

export function toFaultView({
  id,
  fault,
  remaining,
  happened,
  expiresAt,
  job,
  tried,
  effects,
}: ActiveFault): ArmedFaultView {
  return {
    id,
    operation: [...fault.operations],
    remaining: remaining,
    ...(happened !== undefined && { applied: happened }),
    expires_at: toIso(expiresAt),
    ...(job !== undefined && { job }),
    ...(tried !== undefined && { attempts: tried }),
    ...effects,
  };
}
