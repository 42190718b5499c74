/**
 * What a tab keeps of a stand-in: all workspaces with their clocks and jobs, and their keys by their hashes. Journals are
 * kept beside it, entry by entry. Knows nothing of where.
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
  /** When it was saved, in real time. */
  readonly at: number;
  /** The speed that clocks began with. */
  readonly speed: number;
  readonly workspaces: readonly SavedWorkspace[];
  /** How many exchanges each journal has had, kept or not, by workspace. */
  readonly exchanges: Readonly<Record<string, number>>;
}

export interface SavedWorkspace {
  /** With an empty journal. */
  readonly snapshot: Snapshot;
  readonly keys: readonly string[];
  /** Whether seed, default scenario and rate limit are those that the page's code gives. */
  readonly asGiven: boolean;
}

/** An exchange, and the workspace whose journal it is in. */
export type JournalEntry = readonly [workspace: string, exchange: Exchange];

/** All that was read. */
export interface SavedTab {
  readonly state: TabState;
  /** The oldest first. */
  readonly journal: readonly JournalEntry[];
}

/** @param speed the speed that clocks begin with */
export async function takeTabState(deckhand: Deckhand, speed: number): Promise<TabState> {
  const { control, service, directory } = deckhand;
  const at = realNow();
  const rows = directory.workspaces();
  const workspaces = rows.map(async ({ id }): Promise<SavedWorkspace> => ({
    snapshot: await takeState(control, id, at),
    keys: directory.keysOf(id),
    // A snapshot that was put back brings settings of its own, a default scenario among them.
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

/** With that of requests that no key opened a workspace for, whose id is empty. */
function journals({ service, directory }: Deckhand) {
  const ids = ['', ...directory.workspaces().map(({ id }) => id)];
  return ids.map((id) => service.workspace(id, realNow()));
}
