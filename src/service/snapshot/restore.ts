/**
 * Loads what `save.ts` saved: all of it, or nothing. Pages load this module only if there is a saved state, because the checks
 * are large.
 */
import type { SavedState } from '../../generated/control-api.js';
import type { InputIssue } from '../../base/user-error.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Timeline } from '../../scenario/timeline.js';
import { inputError } from '../control/validate-input.js';
import type { Service } from '../service.js';
import { parseSnapshot, validateWorkspace, duplicateIndexes, type ValidatedWorkspace } from './validate.js';

/**
 * The clocks of a state go on as if the process had run on. The clock of a moment starts at its instant.
 * @param targetWorkspaceId the workspace that a moment is loaded in. Default: the one that was saved
 * @throws UserError (`bad-input`) with the place of each mistake; then nothing has changed
 */
export function restoreSnapshot(
  service: Service,
  value: unknown,
  real: number,
  targetWorkspaceId?: string,
): SavedState {
  const state = parseSnapshot(value);
  const { purpose, workspaces } = state;
  const faults: InputIssue[] = [];
  const refuse = (pointer: string, detail: string): void => void faults.push({ pointer, detail });
  if (purpose === 'moment' && workspaces.length !== 1)
    refuse('/workspaces', 'must have one workspace, because it is a moment');
  if (purpose === 'state' && targetWorkspaceId !== undefined)
    refuse('/purpose', 'must be "moment": a server loads a state at its start, with --state');
  for (const index of duplicateIndexes(workspaces))
    refuse(`/workspaces/${index}/id`, 'must not be there twice');
  const checked = workspaces.flatMap((saved, index) => {
    const at = `/workspaces/${index}`;
    const id = targetWorkspaceId ?? saved.id;
    if (service.shared.directory.getOrOpenWorkspace(id))
      return validateWorkspace(service, id, saved, real, at, faults);
    refuse(
      `${at}/id`,
      `must be a workspace of this server, which has no ${id}: give it a key, --key KEY=${id}`,
    );
    return [];
  });
  if (faults.length > 0) throw inputError(faults);
  // A process that ran on would not have a clock that is behind.
  const since = purpose === 'state' ? Math.min(state.savedAt, real) : real;
  for (const one of checked)
    restoreWorkspace(service, targetWorkspaceId ?? one.saved.id, one, purpose, since);
  return state;
}

function restoreWorkspace(
  service: Service,
  id: string,
  { saved, records, timelines, armed, settings }: ValidatedWorkspace,
  purpose: SavedState['purpose'],
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
  if (purpose === 'state')
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
  const isListed = purpose === 'state' && saved.scenario.listed;
  state.activate((isListed && active && library.get(active.name)) || active, saved.scenario.activation);
  state.activeFaults = armed;
  state.faultCount = saved.armed;
  state.responses = saved.responses;
  state.clearJournal();
  const { exchanges, dropped } = saved.journal ?? { exchanges: [], dropped: 0 };
  state.journal.load(exchanges as unknown as readonly Exchange[], dropped);
  // The numbers of new exchanges continue after it.
  service.continueSequenceFrom(exchanges.reduce((most, { sequence }) => Math.max(most, sequence), 0));
  const { now, speed = state.initialSpeed, paused } = saved.clock;
  state.restartClock({ realAnchor, anchor: now, speed, paused });
}
