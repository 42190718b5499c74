/** The mock server in a page, with its methods under another name than `deckhand`. */
import {
  setupDeckhandWorker,
  type DeckhandConsole,
  type DeckhandWorkerSetup,
  type SetupDeckhandWorkerOptions,
} from 'deckhand/browser';

declare global {
  var decks: DeckhandConsole;
}

const options: SetupDeckhandWorkerOptions = { exposeOnWindow: 'decks', scenario: 'slow-progress' };

export async function startMock(): Promise<DeckhandWorkerSetup> {
  const setup = setupDeckhandWorker(options);
  await setup.start();
  globalThis.decks.help();
  return setup;
}
