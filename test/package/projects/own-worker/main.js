// An app with a worker of its own, started before and after the stand-in.
import { setupDeckhandWorker } from 'deckhand/browser';
import { http, HttpResponse } from 'msw';
import { setupWorker } from 'msw/browser';
import { app, journey, same } from './journey.mjs';

const own = setupWorker(http.get('/api/v1/me', () => HttpResponse.json({ name: 'Ada' })));
const deckhand = setupDeckhandWorker({ persist: false });
const starts = [() => own.start({ quiet: true }), () => deckhand.start({ quiet: true })];

globalThis.play = async (isOwnFirst) => {
  for (const start of isOwnFirst ? starts : starts.toReversed()) await start();
  await journey(app('/api/v1', 'deckhand-dev-key'), deckhand.workspace());
  same('the own API', (await (await fetch('/api/v1/me')).json()).name, 'Ada');
};
