/** The script of a page with a worker of its own, which also responds for Deckhand. The test starts both. */
import { http, HttpResponse } from 'msw';
import { setupWorker } from 'msw/browser';
import { setupDeckhandWorker, type DeckhandWorkerSetup } from '../../../src/integrations/browser.js';

declare global {
  var own: ReturnType<typeof setupWorker>;
  var beside: DeckhandWorkerSetup;
  var second: ReturnType<typeof setupWorker>;
  var startOwn: () => Promise<unknown>;
  /** Starts a worker that Deckhand does not know. */
  var startSecond: () => Promise<unknown>;
  var startMockServer: () => Promise<void>;
}

globalThis.own = setupWorker(http.get('/api/v1/me', () => HttpResponse.json({ name: 'Ada' })));
globalThis.beside = setupDeckhandWorker({ persist: false, mswWorker: globalThis.own });
globalThis.second = setupWorker();
globalThis.startOwn = () => globalThis.own.start({ quiet: true });
globalThis.startSecond = () => globalThis.second.start({ quiet: true });
globalThis.startMockServer = () => globalThis.beside.start({ quiet: true });
