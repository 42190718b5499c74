/**
 * Restores the state of a mock server that a tab saved: all of it, or nothing. Loaded only if there is a saved state, because the
 * checks are large.
 */
import { pauseClock, setClockSpeed } from '../../service/clock.js';
import type { CheckedSnapshot } from '../../service/snapshot/check.js';
import { StateReader } from '../../service/snapshot/read.js';
import { clockOnward, restore } from '../../service/snapshot/restore.js';
import type { WorkspaceState } from '../../service/workspace-state.js';
import type { Deckhand } from '../../app/deckhand.js';
import { realNow } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';
import type { SavedTexts } from './tab-storage.js';

/** What the page's code set in a workspace before the restore. */
type ChosenByCode = Pick<WorkspaceState, 'active' | 'clock'>;

/**
 * The page's current code overrides the saved state: its options, and the scenario, pause or speed that it has already set.
 * @throws UserError when it cannot be restored; then nothing has changed
 */
export function restoreSaved(deckhand: Deckhand, saved: SavedTexts): void {
  const { service, directory } = deckhand;
  const real = realNow();
  const known = readTab(saved).flatMap((checked) => {
    const { id } = checked;
    if (id !== '' && !directory.openWorkspace(id)) return [];
    const state = service.workspace(id, real);
    return [{ checked, state, chosen: { active: state.active, clock: state.clock } }];
  });
  const snapshots = known.map(({ checked }) => checked);
  restore(service, snapshots, { clockOf: (snapshot) => clockOnward(snapshot, real), optionsWin: true });
  for (const { checked, state, chosen } of known) followCode(deckhand, state, chosen, checked);
}

/** @throws UserError (`bad-state`) when it is damaged */
function readTab({ state, entries }: SavedTexts): readonly CheckedSnapshot[] {
  const reader = new StateReader();
  reader.addLines(state);
  for (const entry of parse(entries)) reader.add(entry);
  return reader.finish().snapshots;
}

function parse(entries: string): Iterable<unknown> {
  try {
    return JSON.parse(entries) as unknown[];
  } catch {
    throw new UserError('bad-state', 'The journal is not valid JSON.');
  }
}

function followCode(
  { library }: Deckhand,
  state: WorkspaceState,
  chosen: ChosenByCode,
  { snapshot: { running } }: CheckedSnapshot,
): void {
  // A snapshot that was restored in the tab keeps its own settings.
  if (running?.own_settings) return;
  const now = realNow();
  // By its name, because the scenario can have been edited since the save.
  const active = chosen.active ?? (state.active && library.get(state.active.name));
  if (active && active.id !== state.active?.id) state.activate(active);
  const isUsual = running?.initial_speed === state.initialSpeed && chosen.clock.speed === state.initialSpeed;
  if (!isUsual) state.clock = setClockSpeed(state.clock, now, chosen.clock.speed);
  if (chosen.clock.paused) state.clock = pauseClock(state.clock, now);
}
