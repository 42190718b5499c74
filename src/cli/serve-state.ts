/** What outlives `deckhand serve`: the file of `--state`. Its keeper is loaded on demand. */
import type { Deckhand } from '../app/deckhand.js';
import { neutralLines } from '../base/text/neutral.js';
import type { StateKeeper } from '../server/state/state-keeper.js';
import { warn } from './terminal.js';

/** @returns undefined if there is no file, or if it is a snapshot, which is only read */
export async function openState(
  deckhand: Deckhand,
  file: string | undefined,
): Promise<StateKeeper | undefined> {
  if (file === undefined) return undefined;
  const { StateKeeper: keeper } = await import('../server/state/state-keeper.js');
  return keeper.open(deckhand, file, (message) => warn(`deckhand: ${neutralLines(message)}`));
}
