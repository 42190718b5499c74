/** Node's own test runner with the stand-in: `node --import tsx --test examples/node-test/*.test.ts`. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setupDeckhand } from 'deckhand/node';
import { makeDeck } from './make-deck.js';

const { listen, close, reset, use, clock, journal } = setupDeckhand({ origin: 'https://api.example.com' });
before(() => listen());
beforeEach(() => clock.pause());
afterEach(() => reset());
after(() => close());

const api = {
  baseUrl: 'https://api.example.com/api/v1',
  key: 'deckhand-dev-key',
  // Time passes while the client waits, and costs none.
  sleep: (milliseconds: number) => clock.advance(milliseconds),
};

test('a deck is polled for every three seconds until it is there', async () => {
  const url = await makeDeck('Harbour taxis', api);
  assert.match(url, /^https:\/\/api\.example\.com\/view\/ws_dev\//);
  const polls = journal().filter(({ notes }) => notes?.operationId === 'getGenerationStatus');
  assert.equal(polls.length, 5);
});

test('a failed job is an error with the words of the service', async () => {
  use('timeout-failure');
  await assert.rejects(makeDeck('Harbour taxis', api), { message: /timed out/ });
});

test('a client that is told to wait waits as long', async () => {
  use('rate-limited');
  await makeDeck('Harbour taxis', api);
  assert.ok(journal().some(({ response }) => response?.status === 429));
});
