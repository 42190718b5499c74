// An app with handlers of its own below the base path of the API, in its own msw server.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setupDeckhand } from 'deckhand/node';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { app, journey } from './journey.mjs';

const origin = 'https://app.example.com';
const basePath = '/backend/api/v1';
const server = setupServer(http.get(`${origin}${basePath}/me`, () => HttpResponse.json({ name: 'Ada' })));
const { listen, close, reset, deckhand } = setupDeckhand({ origin, basePath, server });
before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  listen();
});
afterEach(() => reset());
after(() => {
  close();
  server.close();
});
const ask = app(origin + basePath, 'deckhand-dev-key');

test('one job goes its way', () => journey(ask, deckhand.workspace('ws_dev')));

test('the own handler below the base path responds', async () => {
  assert.deepEqual(await ask('GET', '/me'), { status: 200, body: { name: 'Ada' } });
});

test('an own handler overrides one operation, until a reset', async () => {
  server.use(http.get('*/templates', () => HttpResponse.json({ mine: true })));
  assert.deepEqual((await ask('GET', '/templates')).body, { mine: true });
  await reset();
  assert.ok((await ask('GET', '/templates')).body.templates.length > 0);
});
