/** Node's own test runner with the mock server: `node --import tsx --test examples/node-test/*.test.ts`. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setupDeckhand } from 'deckhand/node';
import { makeDeck } from './make-deck.js';

const { listen, close, reset, useScenario, clock, journal } = setupDeckhand({
  origin: 'https://api.example.com',
});
before(() => listen());
beforeEach(() => clock.pause());
afterEach(() => reset());
after(() => close());

const api = {
  baseUrl: 'https://api.example.com/api/v1',
  apiKey: 'deckhand-dev-key',
  // Instead of waiting, advance the clock.
  sleep: (milliseconds: number) => clock.advance(milliseconds),
};

test('the client polls every three seconds until the deck is ready', async () => {
  const url = await makeDeck('Harbour taxis', api);
  assert.match(url, /^https:\/\/api\.example\.com\/view\/ws_dev\//);
  const polls = journal().filter(({ metadata }) => metadata?.operationId === 'getGenerationStatus');
  assert.equal(polls.length, 5);
});

test('a failed job throws the error text of the service', async () => {
  useScenario('timeout-failure');
  await assert.rejects(makeDeck('Harbour taxis', api), { message: /timed out/ });
});

test('the client waits for Retry-After', async () => {
  useScenario('rate-limited');
  await makeDeck('Harbour taxis', api);
  assert.ok(journal().some(({ response }) => response?.status === 429));
});
