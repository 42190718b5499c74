import { describe, expect } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';
import { deckClient } from './deck-client.js';

test('fails after requests', async ({ deckhand }) => {
  const client = deckClient(deckhand);
  const pollUrl = await client.start();
  deckhand.addFault({ operation: 'getGenerationStatus', response: { status: 429 } });
  await client.view(pollUrl);
  deckhand.clock.advance('1h');
  expect((await client.view(pollUrl)).status).toBe('failed');
});

test('fails with another key', async ({ deckhand }) => {
  await deckClient({ baseUrl: deckhand.baseUrl, apiKey: 'mistyped' }).view('/api/v1/templates');
  expect(deckhand.jobs()).toHaveLength(1);
});

test('fails without requests', ({ deckhand }) => {
  expect(deckhand.apiKey).toBe('');
});

test('fails in every retry', { retry: 1 }, async ({ deckhand }) => {
  await deckClient(deckhand).start();
  expect.unreachable();
});

test('fails because its client violates rules', async ({ deckhand }) => {
  await deckhand.fetch('/presentations/p', { method: 'PATCH', body: '{"sections":[]}' });
  await expect(deckhand).toFollowClientRules();
});

test('passes without notes', async ({ deckhand }) => {
  await deckClient(deckhand).start();
});

describe('with an unknown scenario', () => {
  test.override('deckhandScenario', 'hapy-path' as never);
  test('fails with a suggestion', ({ deckhand }) => void deckhand);
});

const UNAVAILABLE = { operation: 'getPresentation', response: { status: 503 } } as const;

test('fails with a fault that no request met', async ({ deckhand }) => {
  deckhand.addFault(UNAVAILABLE);
  await deckClient(deckhand).start();
});

test('fails with a fault that expired before a request met it', async ({ deckhand }) => {
  deckhand.addFault({ ...UNAVAILABLE, ttl: '1m' });
  deckhand.clock.advance('2m');
  await deckClient(deckhand).start();
});

test('fails with a matcher without await', async ({ deckhand }) => {
  await deckClient(deckhand).start();
  void expect(deckhand)
    .toHaveReceived('getPresentation')
    .catch(() => undefined);
});
