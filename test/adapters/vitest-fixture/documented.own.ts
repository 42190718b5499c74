/** The tests of docs/adapters/vitest.md, as they stand there. */
import { describe, expect } from 'vitest';
import { makeDeck } from '../../../examples/node-test/make-deck.js';
import { test as base } from '../../../src/adapters/vitest.js';

const test = base.extend({});

test('a deck is polled for until it is there', async ({ deckhand }) => {
  const { baseUrl, key, clock } = deckhand;
  // Time passes while the client waits, and costs none.
  const url = await makeDeck('Harbour taxis', { baseUrl, key, sleep: (time) => clock.advance(time) });
  expect(url).toContain('/view/');
  expect(deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(5);
});

test('a question is an error of this client', async ({ deckhand }) => {
  deckhand.use('asks-a-question');
  const { baseUrl, key, clock } = deckhand;
  const made = makeDeck('Harbour taxis', { baseUrl, key, sleep: (time) => clock.advance(time) });
  await expect(made).rejects.toThrow('Who is the audience');
});

test('an answer that takes long is waited for', async ({ deckhand }) => {
  deckhand.clock.pause();
  await deckhand.arm({ latency: '30s' });
  const answer = deckhand.fetch('/templates');
  await expect.poll(() => deckhand.clock.next()).toMatchObject({ released: 1 });
  expect((await answer).status).toBe(200);
});

test('the client behaves', async ({ deckhand }) => {
  const { baseUrl, key, clock } = deckhand;
  await makeDeck('Harbour taxis', { baseUrl, key, sleep: (time) => clock.advance(time) });
  // Its waits are those of this clock, so they count.
  await expect(deckhand).toHaveBehaved({ sharedClock: true });
});

test.override('deckhandOptions', { origin: 'https://api.example.com', rateLimit: '20/1m' });

describe('when the job fails', () => {
  test.override('deckhandScenario', 'timeout-failure');

  test('the client says why', async ({ deckhand }) => {
    const { baseUrl, key, clock } = deckhand;
    const made = makeDeck('Harbour taxis', { baseUrl, key, sleep: (time) => clock.advance(time) });
    await expect(made).rejects.toThrow('timed out');
  });
});

export const ofProject = base.extend({ deckhandOptions: { origin: 'https://api.example.com' } });

ofProject('has the options of the project', ({ deckhand }) => {
  expect(deckhand.baseUrl).toBe('https://api.example.com/api/v1');
});
