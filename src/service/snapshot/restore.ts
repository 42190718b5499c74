/** Restores a snapshot completely, or not at all. Browsers load this module on demand, because the validation is large. */
import type { Snapshot } from '../../generated/control-api.js';
import type { InputIssue } from '../../base/user-error.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Timeline } from '../../scenario/timeline.js';
import { inputError } from '../control/validate-input.js';
import type { Service } from '../service.js';
import { parseSnapshot, validateWorkspace, duplicateIndexes, type ValidatedWorkspace } from './validate.js';

/**
 * Server snapshots resume their clocks as if the process had never stopped; a workspace snapshot restarts at its saved time.
 * @param targetWorkspaceId the workspace that a workspace's snapshot replaces. Default: the workspace that it was taken of
 * @throws UserError (`invalid-input`) with every issue; then nothing has changed
 */
export function restoreSnapshot(
  service: Service,
  value: unknown,
  real: number,
  targetWorkspaceId?: string,
): Snapshot {
  const snapshot = parseSnapshot(value);
  const { scope, workspaces } = snapshot;
  const issues: InputIssue[] = [];
  const addIssue = (pointer: string, detail: string): void => void issues.push({ pointer, detail });
  if (scope === 'workspace' && workspaces.length !== 1)
    addIssue('/workspaces', 'must have one workspace, because its scope is workspace');
  if (scope === 'server' && targetWorkspaceId !== undefined)
    addIssue('/scope', 'must be "workspace": a server restores all workspaces at its start, with --state');
  for (const index of duplicateIndexes(workspaces)) addIssue(`/workspaces/${index}/id`, 'must be unique');
  const validated = workspaces.flatMap((saved, index) => {
    const at = `/workspaces/${index}`;
    const id = targetWorkspaceId ?? saved.id;
    if (service.shared.directory.getOrOpenWorkspace(id))
      return validateWorkspace(service, id, saved, real, at, issues);
    addIssue(
      `${at}/id`,
      `must be a workspace of this server, which has no ${id}: give it a key, --api-key KEY=${id}`,
    );
    return [];
  });
  if (issues.length > 0) throw inputError(issues);
  // The clocks of a server continue from the time of the snapshot, but never from the future.
  const realAnchor = scope === 'server' ? Math.min(snapshot.savedAt, real) : real;
  for (const one of validated)
    restoreWorkspace(service, targetWorkspaceId ?? one.saved.id, one, scope, realAnchor);
  return snapshot;
}

function restoreWorkspace(
  service: Service,
  id: string,
  { saved, records, timelines, activeFaults, settings }: ValidatedWorkspace,
  scope: Snapshot['scope'],
  realAnchor: number,
): void {
  const { library, store, directory } = service.shared;
  for (const timeline of timelines.values()) if (!library.byId(timeline.id)) library.retain(timeline);
  store.load(id, records);
  const record = directory.getOrOpenWorkspace(id);
  if (record)
    directory.setWorkspace(
      { ...record, plan: saved.plan, apiEnabled: saved.apiEnabled },
      saved.templates.map((template) => ({ ...template, workspaceId: id })),
    );
  if (scope === 'server')
    for (const hash of saved.keys ?? [])
      if (directory.workspaceIdOfKey(hash) === undefined) directory.addKey(id, hash);

  const state = service.workspace(id, realAnchor);
  // The timelines of the library, because it knows which of them are superseded.
  const resolve = (timeline: Timeline | undefined): Timeline | undefined =>
    timeline && (library.byId(timeline.id) ?? timeline);
  if (settings) state.settings = { ...settings, defaultScenario: resolve(settings.defaultScenario) };
  if (saved.replay) state.replay?.restore(saved.replay);
  const active = resolve(timelines.get(saved.scenario.active ?? ''));
  // The file of the scenario can have changed since.
  const isListed = scope === 'server' && saved.scenario.isFromLibrary;
  state.activate((isListed && active && library.get(active.name)) || active, saved.scenario.activationCount);
  state.activeFaults = activeFaults;
  state.faultCount = saved.faultCount;
  state.delayedResponseCount = saved.delayedResponseCount;
  state.clearJournal();
  const { exchanges, evicted } = saved.journal ?? { exchanges: [], evicted: 0 };
  state.journal.load(exchanges as unknown as readonly Exchange[], evicted);
  service.continueSequenceFrom(exchanges.reduce((max, { sequence }) => Math.max(max, sequence), 0));
  const { now, speed = state.initialSpeed, paused } = saved.clock;
  state.restartClock({ realAnchor, anchor: now, speed, paused });
}
