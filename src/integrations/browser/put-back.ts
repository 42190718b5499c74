/** Restores the state of a stand-in that a tab saved: all of it, or nothing. */
import type { ScenarioLibrary } from '../../scenario/library.js';
import { pauseClock, setClockSpeed } from '../../service/clock.js';
import { loadJournal } from '../../service/control/restore-snapshot.js';
import { runVerb } from '../../service/control/run.js';
import type { WorkspaceState } from '../../service/workspace-state.js';
import type { Deckhand } from '../../app/deckhand.js';
import { realNow } from '../../base/real-time.js';
import { takeTabState, type SavedTab, type SavedWorkspace } from './tab-state.js';

/** What the page's code set in a workspace before the restore. */
type Given = Pick<WorkspaceState, 'settings' | 'active' | 'clock'>;

/**
 * The page's current code overrides the saved state: its options, and the scenario, pause or speed that it has already set.
 * @param speed the initial speed of clocks
 * @throws UserError when a workspace cannot be restored; then nothing has changed
 */
export async function putBack(deckhand: Deckhand, saved: SavedTab, speed: number): Promise<void> {
  const { service, directory, library } = deckhand;
  const before = await takeTabState(deckhand, speed);
  // The clocks continue as if they had run since the save.
  const at = Math.min(saved.state.at, before.at);
  const known = saved.state.workspaces.flatMap((workspace) => {
    const { id } = workspace.snapshot.workspace;
    if (!directory.openWorkspace(id)) return [];
    const state = service.workspace(id, at);
    const { settings, active, clock } = state;
    return [{ workspace, state, given: { settings, active, clock } }];
  });

  try {
    for (const { workspace } of known) await restore(deckhand, workspace, at);
  } catch (error) {
    for (const workspace of before.workspaces) await restore(deckhand, workspace, before.at);
    for (const { state, given } of known) state.settings = given.settings;
    throw error;
  }
  for (const { workspace, state, given } of known) {
    for (const hash of workspace.keys) if (!directory.keyByHash(hash)) directory.addKey(state.id, hash);
    if (workspace.asGiven) followCode(state, given, library, saved.state.speed === speed ? speed : undefined);
  }
  putBackJournals(deckhand, saved);
}

function restore({ control }: Deckhand, { snapshot }: SavedWorkspace, at: number): Promise<unknown> {
  const params = { workspace: snapshot.workspace.id };
  return runVerb(control, 'restoreSnapshot', { params, query: {}, body: snapshot, real: at });
}

/** @param usual the initial speed of clocks, if it was the same at the save */
function followCode(
  state: WorkspaceState,
  given: Given,
  library: ScenarioLibrary,
  usual: number | undefined,
): void {
  const now = realNow();
  state.settings = given.settings;
  // By its name, because the scenario can have been edited since the save.
  const active = given.active ?? (state.active && library.get(state.active.name));
  if (active && active.id !== state.active?.id) state.activate(active);
  if (given.clock.speed !== usual) state.clock = setClockSpeed(state.clock, now, given.clock.speed);
  if (given.clock.paused) state.clock = pauseClock(state.clock, now);
}

function putBackJournals({ service, directory }: Deckhand, { state, journal }: SavedTab): void {
  for (const [id, total] of Object.entries(state.exchanges)) {
    if (id !== '' && !directory.workspace(id)) continue;
    const exchanges = journal.filter(([workspace]) => workspace === id).map(([, exchange]) => exchange);
    loadJournal(service, service.workspace(id, state.at), exchanges, total - exchanges.length);
  }
}
