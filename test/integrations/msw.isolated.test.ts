/** deckhand/msw with other handlers: checks the example and the statements of docs/app.md. */
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { deckhandHandlers } from '../../src/integrations/msw.js';

const deckhand = createDeckhand({ scenario: 'instant', origin: 'https://api.example.com' });
const handlers = [http.get('https://shop.example.com/me', () => HttpResponse.json({ name: 'Ada' }))];
const server = setupServer(...deckhandHandlers(deckhand), ...handlers);
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

test('without an origin, the handlers leave other paths to handlers behind them', async () => {
  server.use(
    ...deckhandHandlers({ apiKeys: 'any' }),
    http.get('*/api/v1/users', () => HttpResponse.json(['Ada'])),
  );
  expect(await (await fetch('https://app.example.com/api/v1/users')).json()).toEqual(['Ada']);
  expect((await fetch('https://app.example.com/api/v1/templates', { headers })).status).toBe(200);
  server.resetHandlers();
});

test('other handlers below the base path of an origin respond, and one of them can override an operation', async () => {
  const origin = 'https://own.example.com';
  server.use(
    ...deckhandHandlers({ apiKeys: 'any', origin, basePath: '/backend/api/v1' }),
    http.get(`${origin}/backend/api/v1/me`, () => HttpResponse.json({ name: 'Ada' })),
  );
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${origin}/backend/api/v1${path}`, { headers })).json();
  expect(await get('/me')).toEqual({ name: 'Ada' });
  expect(await get('/templates')).toHaveProperty('templates');
  server.use(http.get('*/templates', () => HttpResponse.json({ mine: true })));
  expect(await get('/templates')).toEqual({ mine: true });
  server.resetHandlers();
});

test('a mistyped path can get 404 instead of reaching the network', async () => {
  server.use(...deckhandHandlers({ origin: 'https://own.example.com', onUnhandledRequest: 'error' }));
  const missing = await fetch('https://own.example.com/api/v1/templtes', { headers });
  expect([missing.status, (await missing.json()).code]).toEqual([404, 'unknown_path']);
  server.resetHandlers();
});

test('a preflight of a page gets permission, and is not in the journal', async () => {
  const before = deckhand.workspace('').journal().length;
  const { status, headers: allowed } = await fetch('https://api.example.com/api/v1/templates', {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    },
  });
  expect([status, allowed.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:3000']);
  expect(allowed.get('access-control-allow-headers')).toContain('x-api-key');
  const response = await fetch('https://api.example.com/api/v1/templates', {
    headers: { ...headers, origin: 'http://localhost:3000' },
  });
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  expect(deckhand.workspace('').journal()).toHaveLength(before);
});
