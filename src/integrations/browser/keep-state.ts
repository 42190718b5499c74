/** Keeps the state of a mock server in the tab's sessionStorage: decides when it is saved and loaded, and warns on the console. */
import { UserError } from '../../base/user-error.js';
import type { Deckhand } from '../../app/deckhand.js';
import { clearRealInterval, realNow, setRealInterval } from '../../base/real-time.js';
import { saveAll } from '../../service/state/save.js';

/** Real milliseconds between two looks for changes. */
const INTERVAL = 500;

/**
 * The most characters of a saved state with traffic. Browsers give all pages of an origin in a tab five million, and the page needs
 * some of them.
 */
const MOST = 2_000_000;

/** The exchanges of each journal: as many as fit. */
const NEWEST = [1000, 300, 100, 30, 0];

export interface KeptState {
  /** Loads the saved state, and saves changes from now on. */
  begin(): Promise<void>;
  /** Saves a last time. */
  end(): void;
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
export function keepState(deckhand: Deckhand, storage: Storage, name: string): KeptState {
  let saved = '';
  let listening = new AbortController();
  let hasWarned = false;
  /** What fitted last, as an index of `NEWEST`. */
  let fitting = 0;

  const save = (): void => {
    const mark = markOf(deckhand);
    if (mark === saved) return;
    saved = mark;
    // An older state is worse than none.
    storage.removeItem(name);
    const kept = NEWEST.slice(fitting).find(write);
    fitting = kept === undefined ? 0 : NEWEST.indexOf(kept);
    if (kept === NEWEST[0] || hasWarned) return;
    hasWarned = true;
    const lost = kept === undefined ? 'the state: nothing survives' : 'all traffic: its newest part survives';
    console.warn(`[Deckhand] sessionStorage has no room for ${lost} a reload.`);
  };

  /** @returns whether it has room */
  const write = (newest: number): boolean => {
    const text = JSON.stringify(saveAll(deckhand.service, realNow(), newest));
    if (text.length > MOST && newest > 0) return false;
    try {
      storage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  };

  return {
    async begin() {
      const text = storage.getItem(name);
      const refused = text === null ? undefined : await loadKept(deckhand, text);
      if (refused !== undefined) {
        storage.removeItem(name);
        console.warn(`[Deckhand] The saved state of this tab is dropped: ${refused}`);
      }
      listening = new AbortController();
      const { signal } = listening;
      saved = markOf(deckhand);
      const look = setRealInterval(save, INTERVAL);
      signal.addEventListener('abort', () => clearRealInterval(look));
      // Saving needs no timer and no network, so it completes before the page is unloaded. A hidden page can be discarded
      // without an event.
      addEventListener('pagehide', save, { signal });
      document.addEventListener('visibilitychange', save, { signal });
      // A page from the back/forward cache does not know what later pages have changed.
      addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal });
    },
    end() {
      listening.abort();
      save();
    },
  };
}

/** A text that differs after every change of what is saved. */
function markOf({ service }: Deckhand): string {
  return [...service.states()]
    .map(({ id, revision, journal }) => `${id} ${revision} ${journal.added}`)
    .join();
}

/** @returns why the saved state cannot be used; undefined if it was loaded */
async function loadKept(deckhand: Deckhand, text: string): Promise<string | undefined> {
  const { loadTab } = await import('./load-tab.js');
  try {
    loadTab(deckhand, text);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
