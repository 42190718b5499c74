/** Keeps the state of a mock server in the tab: decides when it is saved and restored, and warns on the console. */
import type { Exchange } from '../../journal/exchange.js';
import { UserError } from '../../base/user-error.js';
import type { Deckhand } from '../../app/deckhand.js';
import {
  clearRealInterval,
  clearRealTimeout,
  realElapsed,
  setRealInterval,
  setRealTimeout,
} from '../../base/real-time.js';
import type { Entry, Kept, TabStorage } from './tab-storage.js';
import { entryText, journalEntries, tabLines } from './tab-state.js';

/** Milliseconds from a change to the next save. The delay is longer when saving takes more than its share of the time. */
const SOON = 500;
const LATEST = 5000;
const SHARE = 1 / 50;

const WARNINGS: Readonly<Record<Exclude<Kept, 'all'>, string>> = {
  some: 'There is no room in sessionStorage for the whole journal: its newest exchanges survive a reload.',
  state: 'There is no room in sessionStorage for the journal: everything else survives a reload.',
  nothing: 'There is no room in sessionStorage: nothing survives a reload.',
};

export interface KeptState {
  /** Restores the saved state, and saves changes from now on. */
  begin(): Promise<void>;
  /** Call this when something can have changed. */
  changed(): void;
  /** Saves a last time. */
  end(): void;
}

export function keepState(deckhand: Deckhand, storage: TabStorage): KeptState {
  const warned = new Set<Kept>();
  /** Exchanges as JSON, cached because they never change. */
  const texts = new WeakMap<Exchange, string>();
  let saved = '';
  let listening = new AbortController();
  let timer: ReturnType<typeof setRealTimeout> | undefined;
  let cost = 0;

  function* newestEntries(): Iterable<Entry> {
    for (const entry of journalEntries(deckhand)) {
      const [, exchange] = entry;
      let text = texts.get(exchange);
      if (text === undefined) texts.set(exchange, (text = entryText(entry)));
      yield { number: exchange.sequence, text };
    }
  }

  const save = (): void => {
    clearRealTimeout(timer);
    timer = undefined;
    const begun = realElapsed();
    saved = markOf(deckhand);
    const kept = storage.write(tabLines(deckhand), newestEntries());
    cost = realElapsed() - begun;
    if (kept === 'all' || warned.has(kept)) return;
    warned.add(kept);
    console.warn(`[Deckhand] ${WARNINGS[kept]}`);
  };

  const changed = (): void => {
    timer ??= setRealTimeout(save, Math.min(Math.max(SOON, cost / SHARE), LATEST));
  };

  return {
    changed,
    async begin() {
      const refused = await restoreKept(deckhand, storage);
      if (refused !== undefined) {
        storage.clear();
        console.warn(`[Deckhand] What this tab kept is dropped, and everything begins anew: ${refused}`);
      }
      listening = new AbortController();
      saved = markOf(deckhand);
      const { signal } = listening;
      // Saving needs no timer and no network, so it completes before the page is unloaded. A hidden page can be discarded
      // without an event.
      addEventListener('pagehide', save, { signal });
      document.addEventListener('visibilitychange', () => markOf(deckhand) !== saved && save(), { signal });
      // A page from the back/forward cache does not know what later pages have changed.
      addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal });
      const look = setRealInterval(() => markOf(deckhand) !== saved && changed(), SOON);
      signal.addEventListener('abort', () => clearRealInterval(look));
    },
    end() {
      listening.abort();
      save();
      clearRealTimeout(timer);
    },
  };
}

/** A text that differs after every change of what is saved. */
function markOf({ service }: Deckhand): string {
  return [...service.states()]
    .map(({ id, revision, journal }) => `${id} ${revision} ${journal.added}`)
    .join();
}

/** @returns why the saved state cannot be used; undefined if it was restored or there is none */
async function restoreKept(deckhand: Deckhand, storage: TabStorage): Promise<string | undefined> {
  const kept = storage.read();
  if (!kept) return undefined;
  const { restoreSaved } = await import('./put-back.js');
  try {
    restoreSaved(deckhand, kept);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
