/** deckhand/msw together with other handlers: checks the example and the promises of docs/integrations/msw.md. */
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { deckhandHandlers } from '../../src/integrations/msw.js';

const deckhand = createDeckhand({ scenario: 'instant' });
const server = setupServer(
  http.get('https://shop.example.com/me', () => HttpResponse.json({ name: 'Ada' })),
  ...deckhandHandlers(deckhand, 'https://api.example.com'),
);
beforeAll(() => server.listen());
afterEach(() => deckhand.workspace('ws_dev').reset());
afterAll(() => server.close());

const headers = { 'x-api-key': 'deckhand-dev-key' };

test('both kinds of handlers respond', async () => {
  const me = await fetch('https://shop.example.com/me');
  expect(await me.json()).toEqual({ name: 'Ada' });
  const templates = await fetch('https://api.example.com/api/v1/templates', { headers });
  expect(templates.status).toBe(200);
  expect(deckhand.workspace('ws_dev').journal()).toHaveLength(1);
});

test('a handler in front of them responds for one test', async () => {
  server.use(http.get('https://api.example.com/api/v1/templates', () => HttpResponse.error()));
  await expect(fetch('https://api.example.com/api/v1/templates', { headers })).rejects.toThrow();
  server.resetHandlers();
  expect((await fetch('https://api.example.com/api/v1/templates', { headers })).status).toBe(200);
});

test('an own handler that returns nothing leaves the response to them', async () => {
  const seen: string[] = [];
  server.use(http.all('https://api.example.com/*', ({ request }) => void seen.push(request.method)));
  const templates = await fetch('https://api.example.com/api/v1/templates', { headers });
  expect([templates.status, seen]).toEqual([200, ['GET']]);
  server.resetHandlers();
});
