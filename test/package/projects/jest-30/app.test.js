// CommonJS and the default configuration of Jest, with the preset.
const { setupDeckhand } = require('deckhand/node');
const { http, HttpResponse } = require('msw');
const { setupServer } = require('msw/node');
const { createClient, runFullFlow } = require('./full-flow.cjs');

const server = setupServer(http.get('https://shop.example.com/me', () => HttpResponse.json({ name: 'Ada' })));
const { listen, close, reset, useScenario, deckhand } = setupDeckhand({
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

test('fake timers alone get a sentence of what to call', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  useScenario({ title: 'Slow', steps: [{ generate: { for: '1h' } }, { complete: {} }] });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  const start = { method: 'POST', headers, body: '{"prompt":"A deck"}' };
  const accepted = await fetch('https://api.example.com/api/v1/presentations/generate', start);
  const { poll_url: path } = await accepted.json();
  for (let poll = 0; poll < 3; poll += 1) await fetch(`https://api.example.com${path}`, { headers });
  jest.useRealTimers();
  await reset();
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^Deckhand: job .*call clock\.advance/)]]);
  warn.mockRestore();
});
