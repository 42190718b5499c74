import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { test as base } from '../../../src/integrations/vitest.js';
import { secondCopy } from '../msw/second-copy.js';
import { deckClient } from './deck-client.js';

const server = (await secondCopy()).setupServer(
  http.get('https://mine.example.com/', () => HttpResponse.text('mine')),
);
beforeAll(() => server.listen());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const test = base.extend({});
test.override('deckhandOptions', { server, scenario: 'instant' });

for (const when of ['first', 'again'])
  test(`gets responses from the server that it was given ${when}`, async ({ deckhand }) => {
    const client = deckClient(deckhand);
    expect((await client.view(await client.start())).status).toBe('completed');
    expect(await (await fetch('https://mine.example.com/')).text()).toBe('mine');
  });
