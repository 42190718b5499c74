// @vitest-environment happy-dom
// An app with an msw server of its own.
import { test } from 'deckhand/vitest';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { app, journey } from './journey.mjs';

const server = setupServer(http.get('https://shop.example.com/me', () => HttpResponse.json({ name: 'Ada' })));
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
test.override('deckhandOptions', { server });

for (const when of ['first', 'again'])
  test(`one job goes its way beside the own server ${when}`, async ({ deckhand }) => {
    expect(window.happyDOM).toBeDefined();
    await journey(app(deckhand.baseUrl, deckhand.key), deckhand);
    expect((await (await fetch('https://shop.example.com/me')).json()).name).toBe('Ada');
  });
