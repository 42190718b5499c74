/** Reads and checks the state that a tab saved. Loaded only if there is a saved state, because the checks are large. */
import { validateControl } from '../../generated/validate-control.js';
import {
  FORMAT,
  VERSION,
  type JournalEntry,
  type SavedTab,
  type SavedWorkspace,
  type TabState,
} from './tab-state.js';

/** @returns the parsed state, or why it cannot be used */
export function readSavedTab(state: string, entries: string): SavedTab | { readonly refused: string } {
  const [saved, journal] = [parse(state), parse(entries)] as [Partial<TabState> | null, unknown];
  if (saved?.format === FORMAT && saved.version !== VERSION)
    return { refused: 'another version of Deckhand saved it' };
  return isTabState(saved) && isJournal(journal, saved)
    ? { state: saved, journal }
    : { refused: 'it is damaged' };
}

function isTabState(saved: Partial<TabState> | null): saved is TabState {
  return (
    saved?.format === FORMAT &&
    Number.isFinite(saved.at) &&
    Number.isFinite(saved.speed) &&
    Array.isArray(saved.workspaces) &&
    saved.workspaces.length > 0 &&
    saved.workspaces.every(
      (one: Partial<SavedWorkspace> | null) =>
        Array.isArray(one?.keys) && one.keys.every(isHash) && isSnapshot(one.snapshot),
    ) &&
    typeof saved.exchanges === 'object' &&
    Object.values(saved.exchanges).every(Number.isSafeInteger)
  );
}

/** Checks exchanges as in a snapshot. */
function isJournal(journal: unknown, { workspaces: [some] }: TabState): journal is JournalEntry[] {
  if (
    !Array.isArray(journal) ||
    !journal.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string')
  )
    return false;
  const exchanges = (journal as JournalEntry[]).map(([, exchange]) => exchange);
  return isSnapshot({ ...some?.snapshot, journal: { dropped: 0, exchanges } });
}

function isSnapshot(snapshot: unknown): boolean {
  return validateControl('Snapshot', snapshot).length === 0;
}

function isHash(hash: unknown): boolean {
  return typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
