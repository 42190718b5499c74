/** Opens the file of `--state`. Its code is loaded on demand. */
import type { Deckhand } from '../app/deckhand.js';
import { neutralLines } from '../base/text/neutral.js';
import type { StateFile } from '../server/state-file.js';

/** @returns undefined if there is no file, or if it is a moment, which is only read */
export async function openState(
  deckhand: Deckhand,
  file: string | undefined,
): Promise<StateFile | undefined> {
  if (file === undefined) return undefined;
  const { StateFile: kept } = await import('../server/state-file.js');
  return kept.open(deckhand, file, (message) => console.error(`deckhand: ${neutralLines(message)}`));
}
