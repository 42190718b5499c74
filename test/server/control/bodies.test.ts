/** Bodies of the control API that would take far more memory than they have bytes are refused before they are parsed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { startServer, type RunningServer } from '../../../src/server/server.js';

const deckhand = createDeckhand();
let server: RunningServer;

beforeAll(async () => {
  server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const put = (path: string, body: string) =>
  fetch(`${server.url}/_deckhand/api/workspaces/ws_dev${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
  });

it('many small values are refused by their number', async () => {
  const response = await put('/scenario', `[${'{},'.repeat(70_000)}{}]`);
  expect(response.status).toBe(413);
  expect((await response.json()).detail).toBe('The body may have at most 65536 values of JSON.');
});

it('a deep body is refused by its depth', async () => {
  const response = await put('/scenario', `${'['.repeat(5000)}${']'.repeat(5000)}`);
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toBe('The body is nested more than 100 levels deep.');
});

it('brackets inside strings are text', async () => {
  const response = await put('/scenario', JSON.stringify({ name: '[{,"'.repeat(400) }));
  expect((await response.json()).errors).toMatchObject([{ pointer: '/name' }]);
});
