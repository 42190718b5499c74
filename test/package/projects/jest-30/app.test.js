// CommonJS and the default configuration of Jest, with the preset.
const { setupDeckhand } = require('deckhand/node');
const { http, HttpResponse } = require('msw');
const { setupServer } = require('msw/node');
const { createClient, runFullFlow } = require('./full-flow.cjs');

const server = setupServer(http.get('https://shop.example.com/me', () => HttpResponse.json({ name: 'Ada' })));
const { listen, close, reset, deckhand } = setupDeckhand({
  origin: 'https://api.example.com',
  mswServer: server,
});
beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  listen();
});
afterEach(() => reset());
afterAll(() => {
  close();
  server.close();
});

test('a job runs through the full flow with the msw server of the app', async () => {
  await runFullFlow(
    createClient('https://api.example.com/api/v1', 'deckhand-dev-key'),
    deckhand.workspace('ws_dev'),
  );
  expect((await (await fetch('https://shop.example.com/me')).json()).name).toBe('Ada');
});
