/** Whole workspaces: their summary, plan and API switch, keys, and reset. */
import type {
  ChangeWorkspaceRequest,
  CreatedKey,
  ResetRequest,
  Workspace,
} from '../../generated/control-api.js';
import type { WorkspaceRow } from '../store/directory-rows.js';
import type { WorkspaceState } from '../workspace-state.js';
import { clockView } from './clocks.js';
import { activeFaults } from './faults.js';
import { badInput } from './check-input.js';
import type { ControlContext, WorkspaceNow } from './verb-context.js';
import { readClock, startClock } from '../clock.js';
import type { Job, WorkspaceRecords } from '../store/store.js';

export function listWorkspaces({ service, realNow }: ControlContext): Workspace[] {
  const real = realNow();
  return service.shared.directory
    .workspaces()
    .map((row) => describe(service, row, service.workspace(row.id, real), real));
}

export function changeWorkspace(workspace: WorkspaceNow, change: ChangeWorkspaceRequest): void {
  const { row, shared, state } = workspace;
  const { plan, api_enabled: apiEnabled } = change;
  shared.directory.putWorkspace({
    ...row,
    plan: plan ?? row.plan,
    apiEnabled: apiEnabled ?? row.apiEnabled,
  });
  state.changes.note('workspace');
}

export function createApiKey({ newKey }: ControlContext, { row, shared, state }: WorkspaceNow): CreatedKey {
  const { key, hash } = newKey();
  shared.directory.addKey(row.id, hash);
  state.changes.note('workspace');
  return { key, fingerprint: hash.slice(0, 8) };
}

/** A verb can have changed the row since. */
export function workspaceView({ service, shared, row, state, real }: WorkspaceNow): Workspace {
  return describe(service, shared.directory.workspace(row.id) ?? row, state, real);
}

function describe(
  { shared, defaultScenario }: ControlContext['service'],
  { id, name, plan, apiEnabled }: WorkspaceRow,
  state: WorkspaceState,
  real: number,
): Workspace {
  const { directory, store } = shared;
  const clock = clockView(state, real);
  return {
    id,
    name,
    plan,
    api_enabled: apiEnabled,
    sandbox: directory.isSandbox(id),
    scenario: state.replay?.name ?? state.active?.name ?? null,
    default_scenario: state.settings.fallback?.name ?? defaultScenario,
    ...(state.replay && { recording: state.replay.name }),
    clock,
    jobs: state.replay?.jobs(Date.parse(clock.now)).length ?? store.jobs(id, 0).total,
    armed_faults: activeFaults(state, Date.parse(clock.now)).length,
    exchanges: state.journal.size,
    evicted: { ...store.evictions(id), exchanges: state.journal.dropped },
    keys: directory.keysOf(id).map((hash) => hash.slice(0, 8)),
  };
}

/** Resets a workspace, or the chosen parts of it. @throws UserError (`bad-input`) */
export function resetWorkspace({ state, shared, real, now }: WorkspaceNow, chosen: ResetRequest = {}): void {
  const parts = partsOf(chosen);
  // If only the clock went back, completed jobs would not be completed any more. So the jobs move back by the same time.
  const shift = readClock(startClock(real), real) - now;
  if (parts.data) {
    shared.store.clear(state.id);
    state.resetStory();
  } else if (parts.clock) {
    shared.store.load(state.id, shiftRecords(shared.store.dump(state.id), shift));
    state.armed = activeFaults(state, now).map((armed) => ({
      ...armed,
      until: Math.max(0, armed.until + shift),
    }));
  }
  if (parts.journal) state.clearJournal();
  if (parts.clock) state.resetClock(real);
  state.changes.reset();
}

function partsOf(chosen: ResetRequest): ResetRequest {
  const named: readonly unknown[] = Object.values(chosen).filter((value: unknown) => value !== undefined);
  if (named.length === 0) return { data: true, clock: true, journal: true };
  if (named.includes(true)) return chosen;
  throw badInput([{ pointer: '', detail: 'has to have data, clock or journal as true, or to be empty' }]);
}

/**
 * Shifts all times, so that they have the same distance to a clock that was set. No time becomes earlier than 1970, where the times of saved states and of the API start.
 * @param by milliseconds; negative to go back
 */
function shiftRecords(records: WorkspaceRecords, by: number): WorkspaceRecords {
  const moved = (instant: number): number => Math.max(0, instant + by);
  return {
    jobs: records.jobs.map((job): Job => ({
      ...job,
      startedAt: moved(job.startedAt),
      events: job.events.map((event) => ({ ...event, at: moved(event.at) })),
      ...(job.renamed && { renamed: { ...job.renamed, at: moved(job.renamed.at) } }),
    })),
    presentations: records.presentations.map((record) => ({
      ...record,
      createdAt: moved(record.createdAt),
      updatedAt: moved(record.updatedAt),
    })),
    counters: records.counters,
    rates: records.rates.map(({ bucket, granted }) => ({ bucket, granted: granted.map(moved) })),
  };
}
