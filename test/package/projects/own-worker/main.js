// An app with a worker of its own, which also responds for Deckhand.
import { setupDeckhandWorker } from 'deckhand/browser';
import { http, HttpResponse } from 'msw';
import { setupWorker } from 'msw/browser';
import { app, journey, same } from './journey.mjs';

const own = setupWorker(http.get('/api/v1/me', () => HttpResponse.json({ name: 'Ada' })));
const deckhand = setupDeckhandWorker({ persist: false, worker: own });

globalThis.play = async () => {
  await own.start({ quiet: true });
  await deckhand.start();
  await journey(app('/api/v1', 'deckhand-dev-key'), deckhand.workspace());
  same('the own API', (await (await fetch('/api/v1/me')).json()).name, 'Ada');
};
