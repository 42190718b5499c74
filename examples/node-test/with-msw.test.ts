/** The application's own msw server also responds for Deckhand. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { setupDeckhand } from 'deckhand/node';

const server = setupServer(http.get('https://shop.example.com/me', () => HttpResponse.json({ name: 'Ada' })));
const { listen, close } = setupDeckhand({ origin: 'https://api.example.com', mswServer: server });
before(() => {
  server.listen();
  listen();
});
after(() => {
  close();
  server.close();
});

test("the application's handlers and Deckhand respond to their requests", async () => {
  const me = await fetch('https://shop.example.com/me');
  assert.deepEqual(await me.json(), { name: 'Ada' });
  const templates = await fetch('https://api.example.com/api/v1/templates', {
    headers: { 'x-api-key': 'deckhand-dev-key' },
  });
  assert.equal(templates.status, 200);
});
