/** Keeps the state of a mock server in the tab's sessionStorage: decides when it is saved and loaded, and warns on the console. */
import { UserError } from '../../base/user-error.js';
import type { Deckhand } from '../../app/deckhand.js';
import { clearRealInterval, realNow, setRealInterval } from '../../base/real-time.js';
import { createServerSnapshot } from '../../service/snapshot/create.js';

/** Interval between checks for changes, in real ms. */
const POLL_INTERVAL_MS = 500;

/**
 * The most characters of a saved state with traffic. Browsers give all pages of an origin in a tab five million, and the page needs
 * some of them.
 */
const MAX_CHARACTERS = 2_000_000;

/** The exchanges of each journal: as many as fit. */
const EXCHANGE_LIMITS = [1000, 300, 100, 30, 0];

export interface StatePersistence {
  /** Loads the saved state, and saves changes from now on. */
  start(): Promise<void>;
  /** Saves a last time. */
  stop(): void;
}

/** @returns undefined if the browser gives the page no storage, such as in a sandboxed frame */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** @param name of the item in the storage */
export function persistState(deckhand: Deckhand, storage: Storage, name: string): StatePersistence {
  let saved = '';
  let listening = new AbortController();
  let hasWarned = false;
  /** What fitted last, as an index of `EXCHANGE_LIMITS`. */
  let fitting = 0;

  const save = (): void => {
    const mark = revisionOf(deckhand);
    if (mark === saved) return;
    saved = mark;
    // An older state is worse than none.
    storage.removeItem(name);
    const kept = EXCHANGE_LIMITS.slice(fitting).find(write);
    fitting = kept === undefined ? 0 : EXCHANGE_LIMITS.indexOf(kept);
    if (kept === EXCHANGE_LIMITS[0] || hasWarned) return;
    hasWarned = true;
    const lost = kept === undefined ? 'the state: nothing survives' : 'all traffic: its newest part survives';
    console.warn(`[Deckhand] sessionStorage has no room for ${lost} a reload.`);
  };

  /** @returns whether it has room */
  const write = (newest: number): boolean => {
    const text = JSON.stringify(createServerSnapshot(deckhand.service, realNow(), newest));
    if (text.length > MAX_CHARACTERS && newest > 0) return false;
    try {
      storage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  };

  return {
    async start() {
      const text = storage.getItem(name);
      const refused = text === null ? undefined : await restoreTab(deckhand, text);
      if (refused !== undefined) {
        storage.removeItem(name);
        console.warn(`[Deckhand] The saved state of this tab is dropped: ${refused}`);
      }
      listening = new AbortController();
      const { signal } = listening;
      saved = revisionOf(deckhand);
      const timer = setRealInterval(save, POLL_INTERVAL_MS);
      signal.addEventListener('abort', () => clearRealInterval(timer));
      // Saving needs no timer and no network, so it completes before the page is unloaded. A hidden page can be discarded
      // without an event.
      addEventListener('pagehide', save, { signal });
      document.addEventListener('visibilitychange', save, { signal });
      // A page from the back/forward cache does not know what later pages have changed.
      addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal });
    },
    stop() {
      listening.abort();
      save();
    },
  };
}

/** A text that differs after every change of what is saved. */
function revisionOf({ service }: Deckhand): string {
  return [...service.workspaceStates()]
    .map(({ id, revision, journal }) => `${id} ${revision} ${journal.added}`)
    .join();
}

/** @returns why the saved state cannot be used; undefined if it was loaded */
async function restoreTab(deckhand: Deckhand, text: string): Promise<string | undefined> {
  const { restoreTabState: loadTab } = await import('./restore-tab.js');
  try {
    loadTab(deckhand, text);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
