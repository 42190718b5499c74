/** The Vitest tests of docs/tests.md, unchanged, and more. */
import { describe, expect } from 'vitest';
import { makeDeck } from '../../../examples/node-test/make-deck.js';
import { test as base } from '../../../src/integrations/vitest.js';

const test = base.extend({});

test('the client polls until the deck is ready', async ({ deckhand }) => {
  const { baseUrl, apiKey, clock } = deckhand;
  // Instead of waiting, advance the clock.
  const url = await makeDeck('Harbour taxis', { baseUrl, apiKey, sleep: (time) => clock.advance(time) });
  expect(url).toContain('/view/');
  expect(deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(5);
});

test('the client throws when the job asks a question', async ({ deckhand }) => {
  deckhand.useScenario('asks-a-question');
  const { baseUrl, apiKey, clock } = deckhand;
  const made = makeDeck('Harbour taxis', { baseUrl, apiKey, sleep: (time) => clock.advance(time) });
  await expect(made).rejects.toThrow('Who is the audience');
});

test('the client waits for a slow response', async ({ deckhand }) => {
  deckhand.clock.pause();
  deckhand.addFault({ latency: '30s' });
  const response = deckhand.fetch('/templates');
  await expect.poll(() => deckhand.clock.next()).toMatchObject({ released_responses: 1 });
  expect((await response).status).toBe(200);
});

test('the client polls every three seconds', async ({ deckhand }) => {
  deckhand.clock.pauseWithTimers();
  const { baseUrl, apiKey } = deckhand;
  const sleep = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));
  const made = makeDeck('Harbour taxis', { baseUrl, apiKey, sleep });
  await deckhand.clock.runFor('1m');
  expect(await made).toContain('/view/');
  expect(deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(5);
});

test('the client follows the client rules', async ({ deckhand }) => {
  const { baseUrl, apiKey, clock } = deckhand;
  await makeDeck('Harbour taxis', { baseUrl, apiKey, sleep: (time) => clock.advance(time) });
  // The client waits by this clock, so its waits count.
  await expect(deckhand).toFollowClientRules({ timersFollowClock: true });
});

test.override('deckhandOptions', { origin: 'https://api.example.com', rateLimit: '20/1m' });

describe('when the job fails', () => {
  test.override('deckhandScenario', 'timeout-failure');

  test('the client reports the reason', async ({ deckhand }) => {
    const { baseUrl, apiKey, clock } = deckhand;
    const made = makeDeck('Harbour taxis', { baseUrl, apiKey, sleep: (time) => clock.advance(time) });
    await expect(made).rejects.toThrow('timed out');
  });
});

export const projectTest = base.extend({ deckhandOptions: { origin: 'https://api.example.com' } });

projectTest('has the options of the project', ({ deckhand }) => {
  expect(deckhand.baseUrl).toBe('https://api.example.com/api/v1');
});

test('the client starts one deck, and no poll fails', async ({ deckhand }) => {
  const { baseUrl, apiKey, clock } = deckhand;
  await makeDeck('A deck', { baseUrl, apiKey, sleep: (time) => clock.advance(time) });
  await expect(deckhand).toHaveReceived('startGeneration', {
    times: 1,
    status: 202,
    body: { prompt: 'A deck' },
  });
  await expect(deckhand).not.toHaveReceived('getGenerationStatus', { status: '5xx' });
});
