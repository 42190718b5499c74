// An own server of msw 3, which also responds for Deckhand, on the Node that it needs.
import { after, before, test } from 'node:test';
import { setupDeckhand } from 'deckhand/node';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { app, journey, same } from './journey.mjs';

const server = setupServer(http.get('https://shop.example.com/me', () => HttpResponse.json({ name: 'Ada' })));
const { listen, close, deckhand } = setupDeckhand({ server });
before(() => {
  server.listen({ onUnhandledFrame: 'error' });
  listen();
});
after(() => {
  server.close();
  close();
});

test('one job goes its way beside an own server', async () => {
  await journey(app('https://api.example.com/api/v1', 'deckhand-dev-key'), deckhand.workspace('ws_dev'));
  same('the own API', (await (await fetch('https://shop.example.com/me')).json()).name, 'Ada');
});
