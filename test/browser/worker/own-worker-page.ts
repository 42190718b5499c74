/** The script of a page with a worker of its own beside the stand-in. The test starts both. */
import { http, HttpResponse } from 'msw';
import { setupWorker } from 'msw/browser';
import { setupDeckhandWorker, type DeckhandWorkerSetup } from '../../../src/integrations/browser.js';

declare global {
  var own: ReturnType<typeof setupWorker>;
  var beside: DeckhandWorkerSetup;
  var startOwn: () => Promise<unknown>;
  var startStandIn: () => Promise<void>;
}

globalThis.own = setupWorker(http.get('/api/v1/me', () => HttpResponse.json({ name: 'Ada' })));
globalThis.beside = setupDeckhandWorker({ persist: false });
globalThis.startOwn = () => globalThis.own.start({ quiet: true });
globalThis.startStandIn = () => globalThis.beside.start({ quiet: true });
