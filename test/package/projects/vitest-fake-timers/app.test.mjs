// A client that waits with timers, and a test that stops them.
import { test } from 'deckhand/vitest';
import { expect } from 'vitest';
import { app, journey } from './journey.mjs';

function follow(ask) {
  const seen = [];
  const poll = async (path) => {
    const { status, body } = await ask('GET', path);
    seen.push(status === 200 ? body.status : status);
    if (body.status !== 'failed' && body.status !== 'completed') setTimeout(() => void poll(path), 3_000);
  };
  void ask('POST', '/presentations/generate', { prompt: 'Harbour taxis' }).then(({ body }) =>
    poll(`/presentations/generate/${body.generation_id}/status`),
  );
  return seen;
}

test('a client polls until the job fails', async ({ deckhand }) => {
  deckhand.stopTime();
  deckhand.use('timeout-failure');
  deckhand.arm({ on: 'getGenerationStatus', answer: { status: 429 } });
  const seen = follow(app(deckhand.baseUrl, deckhand.key));
  await deckhand.passTime('6s');
  expect(seen).toEqual([429, 'generating', 'generating']);
  await deckhand.passTime('5m');
  expect(seen.at(-1)).toBe('failed');
});

test('one job goes its way', async ({ deckhand }) => {
  deckhand.stopTime();
  await journey(app(deckhand.baseUrl, deckhand.key), deckhand);
});
