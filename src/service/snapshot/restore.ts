/**
 * Restores a snapshot that `create.ts` made: all of it, or nothing. Pages load this module only if there is a snapshot, because
 * the checks are large.
 */
import type { Snapshot } from '../../generated/control-api.js';
import type { InputIssue } from '../../base/user-error.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Timeline } from '../../scenario/timeline.js';
import { inputError } from '../control/validate-input.js';
import type { Service } from '../service.js';
import { parseSnapshot, validateWorkspace, duplicateIndexes, type ValidatedWorkspace } from './validate.js';

/**
 * The clocks of a server's snapshot continue as if the process had never stopped. The clock of a workspace's snapshot starts at
 * the time of the snapshot.
 * @param targetWorkspaceId the workspace that a workspace's snapshot replaces. Default: the one that it was taken of
 * @throws UserError (`invalid-input`) with the place of each mistake; then nothing has changed
 */
export function restoreSnapshot(
  service: Service,
  value: unknown,
  real: number,
  targetWorkspaceId?: string,
): Snapshot {
  const state = parseSnapshot(value);
  const { scope, workspaces } = state;
  const faults: InputIssue[] = [];
  const refuse = (pointer: string, detail: string): void => void faults.push({ pointer, detail });
  if (scope === 'workspace' && workspaces.length !== 1)
    refuse('/workspaces', 'must have one workspace, because its scope is workspace');
  if (scope === 'server' && targetWorkspaceId !== undefined)
    refuse('/scope', 'must be "workspace": a server restores all workspaces at its start, with --state');
  for (const index of duplicateIndexes(workspaces)) refuse(`/workspaces/${index}/id`, 'must be unique');
  const checked = workspaces.flatMap((saved, index) => {
    const at = `/workspaces/${index}`;
    const id = targetWorkspaceId ?? saved.id;
    if (service.shared.directory.getOrOpenWorkspace(id))
      return validateWorkspace(service, id, saved, real, at, faults);
    refuse(
      `${at}/id`,
      `must be a workspace of this server, which has no ${id}: give it a key, --api-key KEY=${id}`,
    );
    return [];
  });
  if (faults.length > 0) throw inputError(faults);
  // A process that ran on would not have a clock that is behind.
  const since = scope === 'server' ? Math.min(state.savedAt, real) : real;
  for (const one of checked) restoreWorkspace(service, targetWorkspaceId ?? one.saved.id, one, scope, since);
  return state;
}

function restoreWorkspace(
  service: Service,
  id: string,
  { saved, records, timelines, armed, settings }: ValidatedWorkspace,
  scope: Snapshot['scope'],
  realAnchor: number,
): void {
  const { library, store, directory } = service.shared;
  for (const timeline of timelines.values()) if (!library.byId(timeline.id)) library.retain(timeline);
  store.load(id, records);
  const row = directory.getOrOpenWorkspace(id);
  if (row)
    directory.setWorkspace(
      { ...row, plan: saved.plan, apiEnabled: saved.apiEnabled },
      saved.templates.map((template) => ({ ...template, workspaceId: id })),
    );
  if (scope === 'server')
    for (const hash of saved.keys ?? [])
      if (directory.workspaceIdOfKey(hash) === undefined) directory.addKey(id, hash);

  const state = service.workspace(id, realAnchor);
  // The library's own timelines, because it knows which of them are replaced.
  const known = (timeline: Timeline | undefined): Timeline | undefined =>
    timeline && (library.byId(timeline.id) ?? timeline);
  if (settings) state.settings = { ...settings, defaultScenario: known(settings.defaultScenario) };
  if (saved.replay) state.replay?.restore(saved.replay);
  const active = known(timelines.get(saved.scenario.active ?? ''));
  // The file of the scenario can have been edited since.
  const isListed = scope === 'server' && saved.scenario.isFromLibrary;
  state.activate((isListed && active && library.get(active.name)) || active, saved.scenario.activationCount);
  state.activeFaults = armed;
  state.faultCount = saved.faultCount;
  state.responses = saved.delayedResponseCount;
  state.clearJournal();
  const { exchanges, evicted } = saved.journal ?? { exchanges: [], evicted: 0 };
  state.journal.load(exchanges as unknown as readonly Exchange[], evicted);
  // The numbers of new exchanges continue after it.
  service.continueSequenceFrom(exchanges.reduce((most, { sequence }) => Math.max(most, sequence), 0));
  const { now, speed = state.initialSpeed, paused } = saved.clock;
  state.restartClock({ realAnchor, anchor: now, speed, paused });
}
