import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { test as base } from '../../../src/integrations/vitest.js';
import { deckClient } from './deck-client.js';

const server = setupServer(http.get('https://mine.example.com/', () => HttpResponse.text('mine')));
/** The option's name in msw 2, and in msw 3. */
const ERROR_ON_UNHANDLED = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;
beforeAll(() => server.listen(ERROR_ON_UNHANDLED));
afterEach(() => server.resetHandlers());
afterAll(async () => {
  // It still listens, because its owner closes it.
  expect(await (await fetch('https://mine.example.com/')).text()).toBe('mine');
  server.close();
});

const test = base.extend({});
test.override('deckhandOptions', { mswServer: server, scenario: 'instant' });

for (const when of ['first', 'again'])
  test(`gets responses from the server of the file ${when}`, async ({ deckhand }) => {
    const client = deckClient(deckhand);
    expect((await client.view(await client.start())).status).toBe('completed');
    expect(await (await fetch('https://mine.example.com/')).text()).toBe('mine');
    await expect(fetch('https://other.example.com/')).rejects.toThrow();
    server.resetHandlers();
    expect((await client.view(await client.start())).status).toBe('completed');
  });
