/** Loads the state that a tab kept: all of it, or nothing. Imported only if there is one, because the checks are large. */
import { pauseClock, setClockSpeed } from '../../service/clock.js';
import { restoreSnapshot } from '../../service/snapshot/restore.js';
import type { Deckhand } from '../../app/deckhand.js';
import { realNow } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';

/**
 * Options and settings of the page's code override the restored state.
 * @throws UserError when it cannot be loaded; then nothing has changed
 */
export function restoreTabState({ service }: Deckhand, text: string): void {
  const real = realNow();
  const before = [...service.workspaceStates()].map((state) => ({
    state,
    active: state.active,
    clock: state.clock,
  }));
  const { workspaces } = restoreSnapshot(service, parsed(text), real);
  // A moment that was loaded in the tab keeps its own settings.
  const own = new Set(workspaces.filter(({ settings }) => settings).map(({ id }) => id));
  for (const { state, active, clock } of before) {
    if (own.has(state.id)) continue;
    if (active && active.id !== state.active?.id) state.activate(active);
    if (clock.speed !== state.initialSpeed) state.clock = setClockSpeed(state.clock, real, clock.speed);
    if (clock.paused) state.clock = pauseClock(state.clock, real);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError('invalid-snapshot', 'It is not JSON.');
  }
}
