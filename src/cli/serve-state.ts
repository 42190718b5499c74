/** What outlives `deckhand serve`: the file of `--state`, or the store of `--store`. Both are loaded on demand. */
import type { Deckhand } from '../app/deckhand.js';
import type { ServeOptions } from '../app/options/server-options.js';
import { neutralLines } from '../base/text/neutral.js';
import type { StateKeeper } from '../server/state/state-keeper.js';
import type { Access } from './access.js';
import type { ServeStore } from './serve-store.js';
import { reportBug, warn } from './terminal.js';

/** @throws UserError when a flag does not fit */
export async function openStore(options: ServeOptions, access: Access): Promise<ServeStore | undefined> {
  if (options.store === 'memory') return undefined;
  const { ServeStore: create } = await import('./serve-store.js');
  return new create(options, access, { warn, onBug: reportBug });
}

/** @returns undefined if there is no file, or if it is a snapshot, which is only read */
export async function openState(
  deckhand: Deckhand,
  file: string | undefined,
): Promise<StateKeeper | undefined> {
  if (file === undefined) return undefined;
  const { StateKeeper: keeper } = await import('../server/state/state-keeper.js');
  return keeper.open(deckhand, file, (message) => warn(`deckhand: ${neutralLines(message)}`));
}
