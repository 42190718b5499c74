import { setupServer } from 'msw/node';
import { afterAll, expect } from 'vitest';
import { test as base } from '../../../src/integrations/vitest.js';

const server = setupServer();
afterAll(() => server.close());

const test = base.extend({});
test('fails when another server intercepts the requests', async ({ deckhand }) => {
  server.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as object);
  const headers = { 'x-api-key': deckhand.apiKey };
  expect((await fetch('http://127.0.0.1:2/api/v1/templates', { headers })).status).toBe(200);
});
