/** The verbs about whole workspaces: their summary, plan and API switch, and keys. */
import type { Workspace } from '../../generated/control-api.js';
import type { WorkspaceRow } from '../../store/directory-rows.js';
import type { WorkspaceState } from '../workspace-state.js';
import { clockView } from './clocks.js';
import { changes, reads, type ControlContext, type Scene, type Verb } from './scene.js';

export const listWorkspaces: Verb<'listWorkspaces'> = async ({ service }, { real }) => ({
  workspaces: await Promise.all(
    service.world.directory
      .workspaces()
      .map((row) => describe(service, row, service.workspace(row.id, real), real)),
  ),
});

export const getWorkspace = reads<'getWorkspace'>(workspaceView);

export const changeWorkspace = changes<'changeWorkspace'>(async (scene, { plan, api_enabled }) => {
  const { row, world, state } = scene;
  const changed = { ...row, plan: plan ?? row.plan, apiEnabled: api_enabled ?? row.apiEnabled };
  await world.directory.putWorkspace(changed);
  state.events?.emit('workspace');
  return workspaceView({ ...scene, row: changed });
});

export const createApiKey = changes<'createApiKey'>(async ({ row, world, state, newKey }) => {
  const { key, hash } = newKey();
  await world.directory.addKey(row.id, hash);
  state.events?.emit('workspace');
  return { key, fingerprint: hash.slice(0, 8) };
});

export function workspaceView({ service, row, state, real }: Scene): Promise<Workspace> {
  return describe(service, row, state, real);
}

async function describe(
  { world }: ControlContext['service'],
  { id, name, plan, apiEnabled }: WorkspaceRow,
  state: WorkspaceState,
  real: number,
): Promise<Workspace> {
  const { directory, store } = world;
  const clock = clockView(state, real);
  return {
    id,
    name,
    plan,
    api_enabled: apiEnabled,
    sandbox: directory.isSandbox(id),
    scenario: state.active?.name ?? null,
    clock,
    jobs: (await store.jobs(id, 0)).total,
    armed_faults: state.armed.list(Date.parse(clock.now)).length,
    exchanges: state.journal.size,
    evicted: { ...(await store.evictions(id)), exchanges: state.journal.dropped },
    keys: directory.keysOf(id).map((hash) => hash.slice(0, 8)),
  };
}
