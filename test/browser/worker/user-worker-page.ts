/** The script of a page with its own worker, which also responds for Deckhand. The test starts both. */
import { http, HttpResponse } from 'msw';
import { setupWorker } from 'msw/browser';
import { setupDeckhandWorker, type DeckhandWorkerSetup } from '../../../src/integrations/browser.js';

declare global {
  var userWorker: ReturnType<typeof setupWorker>;
  var deckhandSetup: DeckhandWorkerSetup;
  var secondWorker: ReturnType<typeof setupWorker>;
  var startUserWorker: () => Promise<unknown>;
  /** Starts a worker that Deckhand does not know. */
  var startSecondWorker: () => Promise<unknown>;
  var startMockServer: () => Promise<void>;
}

globalThis.userWorker = setupWorker(http.get('/api/v1/me', () => HttpResponse.json({ name: 'Ada' })));
globalThis.deckhandSetup = setupDeckhandWorker({ persist: false, mswWorker: globalThis.userWorker });
globalThis.secondWorker = setupWorker();
globalThis.startUserWorker = () => globalThis.userWorker.start({ quiet: true });
globalThis.startSecondWorker = () => globalThis.secondWorker.start({ quiet: true });
globalThis.startMockServer = () => globalThis.deckhandSetup.start({ quiet: true });
