/** The control operations on workspaces: their summary, plan and API switch, keys, and reset. */
import type {
  UpdateWorkspaceRequest,
  CreatedApiKey,
  ResetRequest,
  WorkspaceInfo,
} from '../../generated/control-api.js';
import type { WorkspaceRecord } from '../store/registry-records.js';
import type { WorkspaceState } from '../workspace-state.js';
import { toClockInfo } from './clocks.js';
import { getActiveFaults } from './faults.js';
import { inputError } from './validate-input.js';
import type { JobSource } from './job-source.js';
import { openJobs, type ControlContext, type WorkspaceContext } from './workspace-context.js';
import { readClock, createClock } from '../clock.js';
import type { Job, WorkspaceDump } from '../store/store.js';

export function listWorkspaces({ service, realNow }: ControlContext): WorkspaceInfo[] {
  const real = realNow();
  return service.shared.directory.workspaces().map((record) => {
    const state = service.workspace(record.id, real);
    const jobs = openJobs({ service, state, record, now: readClock(state.clock, real) });
    return buildWorkspaceInfo(service, record, state, jobs, real);
  });
}

export function updateWorkspace(workspace: WorkspaceContext, change: UpdateWorkspaceRequest): void {
  const { record, shared, state } = workspace;
  const { plan, api_enabled: apiEnabled } = change;
  shared.directory.setWorkspace({
    ...record,
    plan: plan ?? record.plan,
    apiEnabled: apiEnabled ?? record.apiEnabled,
  });
  state.changes.markChanged('workspace');
}

export function createApiKey(
  { newKey }: ControlContext,
  { record, shared, state }: WorkspaceContext,
): CreatedApiKey {
  const { key, hash } = newKey();
  shared.directory.addKey(record.id, hash);
  state.changes.markChanged('workspace');
  return { key, fingerprint: hash.slice(0, 8) };
}

/** Reads the record again, because the operation can have changed it. */
export function toWorkspaceInfo({
  service,
  shared,
  record,
  state,
  jobs,
  real,
}: WorkspaceContext): WorkspaceInfo {
  return buildWorkspaceInfo(service, shared.directory.workspace(record.id) ?? record, state, jobs, real);
}

function buildWorkspaceInfo(
  { shared, defaultScenario }: ControlContext['service'],
  { id, name, plan, apiEnabled }: WorkspaceRecord,
  state: WorkspaceState,
  jobs: JobSource,
  real: number,
): WorkspaceInfo {
  const { directory, store } = shared;
  const clock = toClockInfo(state, real);
  return {
    id,
    name,
    plan,
    api_enabled: apiEnabled,
    sandbox: directory.isSandbox(id),
    scenario: jobs.recording ?? state.active?.name ?? null,
    default_scenario: state.settings.defaultScenario?.name ?? defaultScenario,
    ...(jobs.recording !== undefined && { recording: jobs.recording }),
    clock,
    job_count: jobs.count(),
    active_fault_count: getActiveFaults(state, Date.parse(clock.now)).length,
    exchange_count: state.journal.size,
    evicted: { ...store.evictedCounts(id), exchanges: state.journal.evicted },
    key_fingerprints: directory.keysOf(id).map((hash) => hash.slice(0, 8)),
  };
}

/** Resets a workspace, or the chosen parts of it. @throws UserError (`invalid-input`) */
export function resetWorkspace(
  { state, shared, real, now }: WorkspaceContext,
  chosen: ResetRequest = {},
): void {
  const parts = parseResetParts(chosen);
  // If only the clock went back, completed jobs would no longer be completed, so the jobs are shifted by the same time.
  const shift = readClock(createClock(real), real) - now;
  if (parts.data) {
    shared.store.clear(state.id);
    state.resetScenario();
  } else if (parts.clock) {
    shared.store.load(state.id, shiftTimes(shared.store.dump(state.id), shift));
    state.activeFaults = getActiveFaults(state, now).map((fault) => ({
      ...fault,
      expiresAt: Math.max(0, fault.expiresAt + shift),
    }));
  }
  if (parts.journal) state.clearJournal();
  if (parts.clock) state.resetClock(real);
  state.changes.reset();
}

function parseResetParts(chosen: ResetRequest): ResetRequest {
  const named: readonly unknown[] = Object.values(chosen).filter((value: unknown) => value !== undefined);
  if (named.length === 0) return { data: true, clock: true, journal: true };
  if (named.includes(true)) return chosen;
  throw inputError([{ pointer: '', detail: 'must set data, clock or journal to true, or be empty' }]);
}

/**
 * Shifts all times by the change of the clock. No time becomes earlier than 1970, the minimum of snapshots and of the API.
 * @param by milliseconds; negative to go back
 */
function shiftTimes(records: WorkspaceDump, by: number): WorkspaceDump {
  const shift = (instant: number): number => Math.max(0, instant + by);
  return {
    jobs: records.jobs.map((job): Job => ({
      ...job,
      startedAt: shift(job.startedAt),
      events: job.events.map((event) => ({ ...event, at: shift(event.at) })),
      ...(job.renamed && { renamed: { ...job.renamed, at: shift(job.renamed.at) } }),
    })),
    presentations: records.presentations.map((record) => ({
      ...record,
      createdAt: shift(record.createdAt),
      updatedAt: shift(record.updatedAt),
    })),
    counters: records.counters,
    rateLimits: records.rateLimits.map(({ bucket, requestTimes }) => ({
      bucket,
      requestTimes: requestTimes.map(shift),
    })),
  };
}
