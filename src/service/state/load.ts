/**
 * Loads what `save.ts` saved: all of it, or nothing. Pages load this module only if there is a saved state, because the checks
 * are large.
 */
import type { SavedState } from '../../generated/control-api.js';
import type { InputFault } from '../../base/user-error.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Timeline } from '../../scenario/timeline.js';
import { badInput } from '../control/check-input.js';
import type { Service } from '../service.js';
import { checkShape, checkWorkspace, repeated, type CheckedWorkspace } from './check.js';

/**
 * The clocks of a state go on as if the process had run on. The clock of a moment starts at its instant.
 * @param into the workspace that a moment is loaded in. Default: the one that was saved
 * @throws UserError (`bad-input`) with the place of each mistake; then nothing has changed
 */
export function loadState(service: Service, value: unknown, real: number, into?: string): SavedState {
  const state = checkShape(value);
  const { purpose, workspaces } = state;
  const faults: InputFault[] = [];
  const refuse = (pointer: string, detail: string): void => void faults.push({ pointer, detail });
  if (purpose === 'moment' && workspaces.length !== 1)
    refuse('/workspaces', 'must have one workspace, because it is a moment');
  if (purpose === 'state' && into !== undefined)
    refuse('/purpose', 'must be "moment": a server loads a state at its start, with --state');
  for (const index of repeated(workspaces)) refuse(`/workspaces/${index}/id`, 'must not be there twice');
  const checked = workspaces.flatMap((saved, index) => {
    const at = `/workspaces/${index}`;
    const id = into ?? saved.id;
    if (service.shared.directory.openWorkspace(id))
      return checkWorkspace(service, id, saved, real, at, faults);
    refuse(
      `${at}/id`,
      `must be a workspace of this server, which has no ${id}: give it a key, --key KEY=${id}`,
    );
    return [];
  });
  if (faults.length > 0) throw badInput(faults);
  // A process that ran on would not have a clock that is behind.
  const since = purpose === 'state' ? Math.min(state.savedAt, real) : real;
  for (const one of checked) apply(service, into ?? one.saved.id, one, purpose, since);
  return state;
}

function apply(
  service: Service,
  id: string,
  { saved, records, timelines, armed, settings }: CheckedWorkspace,
  purpose: SavedState['purpose'],
  realAnchor: number,
): void {
  const { library, store, directory } = service.shared;
  for (const timeline of timelines.values()) if (!library.byId(timeline.id)) library.keep(timeline);
  store.load(id, records);
  const row = directory.openWorkspace(id);
  if (row)
    directory.putWorkspace(
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
  if (settings) state.settings = { ...settings, fallback: known(settings.fallback) };
  if (saved.replay) state.replay?.restore(saved.replay);
  const active = known(timelines.get(saved.scenario.active ?? ''));
  // The file of the scenario can have been edited since.
  const isListed = purpose === 'state' && saved.scenario.listed;
  state.activate((isListed && active && library.get(active.name)) || active, saved.scenario.activation);
  state.armed = armed;
  state.armedCount = saved.armed;
  state.responses = saved.responses;
  state.clearJournal();
  const { exchanges, dropped } = saved.journal ?? { exchanges: [], dropped: 0 };
  state.journal.load(exchanges as unknown as readonly Exchange[], dropped);
  // The numbers of new exchanges continue after it.
  service.countFrom(exchanges.reduce((most, { sequence }) => Math.max(most, sequence), 0));
  const { now, speed = state.initialSpeed, paused } = saved.clock;
  state.restartClock({ realAnchor, anchor: now, speed, paused });
}
