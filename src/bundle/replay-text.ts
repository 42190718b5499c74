/** The replay file of a bundle. */
import type { Exchange } from '../journal/exchange.js';

export async function replayText(
  _exchanges: readonly Exchange[],
): Promise<{ readonly text: string | undefined; readonly notes: readonly string[] }> {
  return Promise.resolve({ text: undefined, notes: [] });
}
