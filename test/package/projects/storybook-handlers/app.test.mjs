// Handlers for each story, as addons of Storybook add and reset them.
import { after, afterEach, before, test } from 'node:test';
import { createDeckhand } from 'deckhand';
import { deckhandHandlers } from 'deckhand/msw';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { app, journey, same } from './journey.mjs';

const ask = app('https://api.example.com/api/v1', 'deckhand-dev-key');
const server = setupServer(http.get('https://shop.example.com/me', () => HttpResponse.json({ name: 'Ada' })));
before(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
after(() => server.close());

const stories = {
  'timeout-failure': { msw: { handlers: deckhandHandlers({ scenario: 'timeout-failure', speed: 1e6 }) } },
  instant: { msw: { handlers: { deckhand: deckhandHandlers({ scenario: 'instant' }) } } },
};

for (const [name, { msw }] of Object.entries(stories))
  test(`a story plays ${name}`, async () => {
    server.use(...Object.values(msw.handlers).flat());
    const { body } = await ask('POST', '/presentations/generate', { prompt: 'Harbour taxis' });
    const { body: view } = await ask('GET', `/presentations/generate/${body.generation_id}/status`);
    same('the job', view.status, name === 'instant' ? 'completed' : 'failed');
  });

test('one job goes its way in a story', async () => {
  const deckhand = createDeckhand();
  server.use(...deckhandHandlers(deckhand));
  await journey(ask, deckhand.workspace('ws_dev'));
  same('the own API', (await (await fetch('https://shop.example.com/me')).json()).name, 'Ada');
});
