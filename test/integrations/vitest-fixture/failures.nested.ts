import { describe, expect } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';
import { deckClient } from './deck-client.js';

test('fails after it has asked', async ({ deckhand }) => {
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

test('fails without asking', ({ deckhand }) => {
  expect(deckhand.apiKey).toBe('');
});

test('fails at every try', { retry: 1 }, async ({ deckhand }) => {
  await deckClient(deckhand).start();
  expect.unreachable();
});

test('fails as its client misbehaves', async ({ deckhand }) => {
  await deckhand.fetch('/presentations/p', { method: 'PATCH', body: '{"sections":[]}' });
  await expect(deckhand).toFollowClientRules();
});

test('passes, and nothing is said of it', async ({ deckhand }) => {
  await deckClient(deckhand).start();
});

describe('with a story that there is not', () => {
  test.override('deckhandScenario', 'hapy-path' as never);
  test('fails and says so', ({ deckhand }) => void deckhand);
});
