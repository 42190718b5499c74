/** Saves the state of a mock server in the tab's sessionStorage, and restores it after a reload. */
import { UserError } from '../../base/user-error.js';
import type { Deckhand } from '../../app/deckhand.js';
import { clearRealInterval, realNow, setRealInterval } from '../../base/real-time.js';
import { createServerSnapshot } from '../../service/snapshot/create.js';
import { restoreTabState } from './restore-tab.js';

/** Interval between checks for changes, in real ms. */
const POLL_INTERVAL_MS = 500;

/**
 * The maximum characters of a saved state with traffic. Browsers give all pages of an origin in a tab five million, and the page
 * itself needs some of them.
 */
const MAX_CHARACTERS = 2_000_000;

/** The limits of exchanges for each journal that are tried in turn, until the state fits. */
const EXCHANGE_LIMITS = [1000, 300, 100, 30, 0];

export interface StatePersistence {
  /** Restores the saved state, and saves changes from now on. */
  start(): void;
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

/** @param name the name of the item in the storage */
export function persistState(deckhand: Deckhand, storage: Storage, name: string): StatePersistence {
  let savedRevision = '';
  let listeners = new AbortController();
  let hasWarned = false;
  /** The index in `EXCHANGE_LIMITS` that fitted last. */
  let limitIndex = 0;

  const save = (): void => {
    const revision = getRevision(deckhand);
    if (revision === savedRevision) return;
    savedRevision = revision;
    // An outdated state is worse than none.
    storage.removeItem(name);
    const limit = EXCHANGE_LIMITS.slice(limitIndex).find(write);
    limitIndex = limit === undefined ? 0 : EXCHANGE_LIMITS.indexOf(limit);
    if (limit === EXCHANGE_LIMITS[0] || hasWarned) return;
    hasWarned = true;
    const effect = limit === undefined ? 'no state survives' : 'only the newest exchanges survive';
    console.warn(`[Deckhand] sessionStorage is full: ${effect} a reload.`);
  };

  /** @returns whether the state fits with this many exchanges of each journal */
  const write = (limit: number): boolean => {
    const text = JSON.stringify(createServerSnapshot(deckhand.service, realNow(), limit));
    if (text.length > MAX_CHARACTERS && limit > 0) return false;
    try {
      storage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  };

  return {
    start() {
      const text = storage.getItem(name);
      const error = text === null ? undefined : restoreTab(deckhand, text);
      if (error !== undefined) {
        storage.removeItem(name);
        console.warn(`[Deckhand] Dropped the saved state of this tab: ${error}`);
      }
      listeners = new AbortController();
      const { signal } = listeners;
      savedRevision = getRevision(deckhand);
      const timer = setRealInterval(save, POLL_INTERVAL_MS);
      signal.addEventListener('abort', () => clearRealInterval(timer));
      // Saving needs no timer and no network, so it completes before the page is unloaded. A hidden page can be discarded
      // without an event.
      addEventListener('pagehide', save, { signal });
      document.addEventListener('visibilitychange', save, { signal });
      // A page from the back/forward cache does not have the changes of later pages.
      addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal });
    },
    stop() {
      listeners.abort();
      save();
    },
  };
}

/** Differs after every change of the saved state. */
function getRevision({ service }: Deckhand): string {
  return [...service.workspaceStates()]
    .map(({ id, revision, journal }) => `${id} ${revision} ${journal.added}`)
    .join();
}

/** @returns why the saved state cannot be restored; undefined if it was */
function restoreTab(deckhand: Deckhand, text: string): string | undefined {
  try {
    restoreTabState(deckhand, text);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
