/** The control operations on active faults. Each fault changes a number of responses, for a limited time. */
import type * as control from '../../generated/control-api.js';
import { routes } from '../../generated/routes.js';
import { compileFault } from '../../scenario/compile-fault.js';
import { parseDuration } from '../../scenario/duration.js';
import type { InputIssue } from '../../base/user-error.js';
import type { CompiledFault } from '../../scenario/timeline.js';
import { findUnmetFaults } from '../apply-fault.js';
import { inputError, toIso, MAX_INSTANT, notFound } from './validate-input.js';
import type { WorkspaceContext } from './workspace-context.js';
import type { ActiveFault, FaultEffects, WorkspaceState } from '../workspace-state.js';

const DEFAULT_TTL = '10m';
const ALL_OPERATIONS = routes.map(({ operationId }) => operationId);

export function addFault(
  { jobs, state, now }: WorkspaceContext,
  request: control.AddFaultRequest,
): control.ActiveFault {
  const { operation, times = 1, ttl = DEFAULT_TTL, job, fallback, ...effects } = request;
  if (job !== undefined) jobs.assertExists(job, '/job');
  const fault = compileEffects(operation, effects);
  const expiresAt = Math.min(now + (parseDuration(ttl) ?? Infinity), MAX_INSTANT);
  state.faultCount += 1;
  const active = { id: `f${state.faultCount}`, fault, effects, remaining: times, expiresAt, job, fallback };
  state.activeFaults = moveFallbacksToEnd([active, ...state.activeFaults]);
  state.changes.markChanged('faults');
  return toFaultInfo(active);
}

/** A fallback applies after all other faults. Apart from that, the order stays the same. */
export function moveFallbacksToEnd(faults: readonly ActiveFault[]): readonly ActiveFault[] {
  return faults.toSorted((one, other) => Number(one.fallback ?? false) - Number(other.fallback ?? false));
}

/** Removes one active fault, or all of them. */
export function removeFaults({ state }: WorkspaceContext, fault: string | undefined): void {
  if (fault !== undefined && !state.activeFaults.some(({ id }) => id === fault))
    throw notFound(`active fault ${fault.slice(0, 100)}`);
  state.activeFaults = fault === undefined ? [] : state.activeFaults.filter(({ id }) => id !== fault);
  if (fault === undefined) state.expiredFaults = [];
  state.changes.markChanged('faults');
}

/** @param pointer to the effects in the input */
export function compileEffects(
  operation: control.AddFaultRequest['operation'],
  effects: FaultEffects,
  pointer = '',
): CompiledFault {
  const issues: InputIssue[] = [];
  const fault = compileFault({ operation: operation ?? ALL_OPERATIONS, ...effects }, pointer, issues);
  if (issues.length === 0) return fault;
  throw inputError(issues);
}

/** The faults that have not expired. */
export function getActiveFaults({ activeFaults }: WorkspaceState, now: number): readonly ActiveFault[] {
  return activeFaults.filter(({ expiresAt }) => expiresAt > now);
}

/** In the order in which they apply, and those that expired before a request met them. */
export function listFaults({ state, now }: WorkspaceContext): control.ActiveFaultList {
  return {
    faults: getActiveFaults(state, now).map(toFaultInfo),
    expired: [...state.expiredFaults, ...findUnmetFaults(state.activeFaults, now)].map(toFaultInfo),
  };
}

export function toFaultInfo({
  id,
  fault,
  remaining,
  applied,
  expiresAt,
  job,
  attempts,
  fallback,
  effects,
}: ActiveFault): control.ActiveFault {
  return {
    id,
    operation: [...fault.operations],
    remaining,
    ...(applied !== undefined && { applied }),
    expires_at: toIso(expiresAt),
    ...(job !== undefined && { job }),
    ...(attempts !== undefined && { attempts }),
    ...(fallback && { fallback }),
    ...effects,
  };
}
