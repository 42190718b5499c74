/** Whole workspaces: their summary, plan and API switch, and keys. */
import type { ChangeWorkspaceRequest, CreatedKey, Workspace } from '../../generated/control-api.js';
import type { WorkspaceRow } from '../store/directory-rows.js';
import type { WorkspaceState } from '../workspace-state.js';
import { clockView } from './clocks.js';
import { activeFaults } from './faults.js';
import { badInput } from './refuse.js';
import { check } from './check-input.js';
import type { ControlContext, WorkspaceNow } from './verb-context.js';

export function listWorkspaces({ service, realNow }: ControlContext): Workspace[] {
  const real = realNow();
  return service.shared.directory
    .workspaces()
    .map((row) => describe(service, row, service.workspace(row.id, real), real));
}

export function changeWorkspace(workspace: WorkspaceNow, change: ChangeWorkspaceRequest): Workspace {
  check('ChangeWorkspaceRequest', change);
  const { row, shared, state } = workspace;
  const { plan, api_enabled: apiEnabled } = change;
  const changed = { ...row, plan: plan ?? row.plan, apiEnabled: apiEnabled ?? row.apiEnabled };
  shared.directory.putWorkspace(changed);
  state.changes.note('workspace');
  return workspaceView({ ...workspace, row: changed });
}

/** The maximum number of API keys of a workspace. */
const MOST_KEYS = 1000;

export function createApiKey({ newKey }: ControlContext, { row, shared, state }: WorkspaceNow): CreatedKey {
  if (shared.directory.keysOf(row.id).length >= MOST_KEYS)
    throw badInput([
      { pointer: '', detail: `would be one too many: a workspace has at most ${MOST_KEYS} API keys` },
    ]);
  const { key, hash } = newKey();
  shared.directory.addKey(row.id, hash);
  state.changes.note('workspace');
  return { key, fingerprint: hash.slice(0, 8) };
}

export function workspaceView({ service, row, state, real }: WorkspaceNow): Workspace {
  return describe(service, row, state, real);
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
