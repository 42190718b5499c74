/**
 * The saved state of a stand-in: all workspaces with their clocks, jobs, and the hashes of their keys. Journals are saved
 * separately, entry by entry. This module does not know the storage.
 */
import type { Snapshot } from '../../generated/control-api.js';
import type { Exchange } from '../../journal/exchange.js';
import { takeState } from '../../service/control/take-snapshot.js';
import type { Deckhand } from '../../app/deckhand.js';
import { realNow } from '../../base/real-time.js';

export const FORMAT = 'deckhand-tab';
export const VERSION = 1;

export interface TabState {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** The real time of the save. */
  readonly at: number;
  /** The initial speed of clocks. */
  readonly speed: number;
  readonly workspaces: readonly SavedWorkspace[];
  /** The number of exchanges that each journal has had, by workspace. It includes evicted exchanges. */
  readonly exchanges: Readonly<Record<string, number>>;
}

export interface SavedWorkspace {
  /** With an empty journal. */
  readonly snapshot: Snapshot;
  readonly keys: readonly string[];
  /** Whether seed, default scenario and rate limit come from the page's code. */
  readonly asGiven: boolean;
}

/** An exchange, and the id of its workspace. */
export type JournalEntry = readonly [workspace: string, exchange: Exchange];

/** The complete saved state. */
export interface SavedTab {
  readonly state: TabState;
  /** The oldest first. */
  readonly journal: readonly JournalEntry[];
}

/** @param speed the initial speed of clocks */
export async function takeTabState(deckhand: Deckhand, speed: number): Promise<TabState> {
  const { control, service, directory } = deckhand;
  const at = realNow();
  const rows = directory.workspaces();
  const workspaces = rows.map(async ({ id }): Promise<SavedWorkspace> => ({
    snapshot: takeState(control, id, at),
    keys: directory.keysOf(id),
    // A restored snapshot brings its own settings, with a default scenario.
    asGiven: service.workspace(id, at).settings.fallback === undefined,
  }));
  const exchanges = journals(deckhand).map(
    ({ id, journal }) => [id, journal.size + journal.dropped] as const,
  );
  return {
    format: FORMAT,
    version: VERSION,
    at,
    speed,
    workspaces: await Promise.all(workspaces),
    exchanges: Object.fromEntries(exchanges),
  };
}

/** Every exchange in all journals, the newest first. */
export function journalEntries(deckhand: Deckhand): JournalEntry[] {
  return journals(deckhand)
    .flatMap(({ id, journal }) => journal.exchanges().map((exchange): JournalEntry => [id, exchange]))
    .sort(([, one], [, other]) => other.sequence - one.sequence);
}

/** Includes the journal of requests without a key that opens a workspace. Its id is empty. */
function journals({ service, directory }: Deckhand) {
  const ids = ['', ...directory.workspaces().map(({ id }) => id)];
  return ids.map((id) => service.workspace(id, realNow()));
}
