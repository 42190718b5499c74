/** Restores the saved state of a tab, completely or not at all. */
import { pauseClock, setClockSpeed } from '../../service/clock.js';
import { restoreSnapshot } from '../../service/snapshot/restore.js';
import type { Deckhand } from '../../app/deckhand.js';
import { realNow } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';

/**
 * Options and settings of the page's code override the restored state.
 * @throws UserError if it cannot be restored; then nothing has changed
 */
export function restoreTabState({ service }: Deckhand, text: string): void {
  const real = realNow();
  const fromCode = [...service.workspaceStates()].map((state) => ({
    state,
    active: state.active,
    clock: state.clock,
  }));
  const { workspaces } = restoreSnapshot(service, parseJson(text), real);
  // A workspace that was restored from a snapshot in the tab keeps its own settings.
  const withSettings = new Set(workspaces.filter(({ settings }) => settings).map(({ id }) => id));
  for (const { state, active, clock } of fromCode) {
    if (withSettings.has(state.id)) continue;
    if (active && active.id !== state.active?.id) state.activate(active);
    if (clock.speed !== state.initialSpeed) state.clock = setClockSpeed(state.clock, real, clock.speed);
    if (clock.paused) state.clock = pauseClock(state.clock, real);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError('invalid-snapshot', 'It is not JSON.');
  }
}
