/** The replay file of a bundle. */
import type { Exchange } from '../journal/exchange.js';
import { makeReplay } from '../playback/make-replay.js';
import { Anonymiser } from '../replay/anonymiser.js';

/** @param exchanges with the texts that the replay shows */
export async function replayText(
  exchanges: readonly Exchange[],
): Promise<{ readonly text: string | undefined; readonly notes: readonly string[] }> {
  const { recorded, text, mistakes, differences } = await makeReplay(exchanges, new Anonymiser(true));
  const notes = [
    ...mistakes.map((why) => `A part cannot be replayed: ${why}.`),
    ...differences.map(({ text: what }) => `The replay differs: ${what}`),
  ];
  return { text: recorded.length === 0 ? undefined : text, notes };
}
