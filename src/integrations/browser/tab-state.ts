/** What a tab saves of a mock server: the lines of its state, and its journals entry by entry. This module does not know the storage. */
import type { Exchange } from '../../journal/exchange.js';
import { stateLines } from '../../service/snapshot/lines.js';
import { takeParts } from '../../service/snapshot/take.js';
import type { Deckhand } from '../../app/deckhand.js';
import { realNow } from '../../base/real-time.js';

/** An exchange, and the id of its workspace. */
export type JournalEntry = readonly [workspace: string, exchange: Exchange];

/** The state with empty journals, which say how many exchanges they lack. */
export function tabLines({ service, directory }: Deckhand): string {
  const real = realNow();
  const snapshots = idsOf(directory).map((id) => {
    const { size, dropped } = service.workspace(id, real).journal;
    return takeParts(service, id, real, { dropped: size + dropped, exchanges: [] });
  });
  return [...stateLines(service.sequence, snapshots)].join('');
}

/** An exchange as JSON: a block of the same state. */
export function entryText([of, exchange]: JournalEntry): string {
  return JSON.stringify({ of, exchanges: [exchange] });
}

/** Every exchange in all journals, the newest first. */
export function journalEntries({ service, directory }: Deckhand): JournalEntry[] {
  return idsOf(directory)
    .flatMap((id) =>
      service
        .workspace(id, realNow())
        .journal.exchanges()
        .map((exchange): JournalEntry => [id, exchange]),
    )
    .sort(([, one], [, other]) => other.sequence - one.sequence);
}

/** Includes the journal of requests without a key that opens a workspace. Its id is empty. */
function idsOf(directory: Deckhand['directory']): string[] {
  return ['', ...directory.workspaces().map(({ id }) => id)];
}
