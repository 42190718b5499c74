const { setupDeckhand } = require('deckhand/node');
const { makeDeck } = require('./make-deck.js');

const { listen, close, reset, useScenario, clock, deckhand } = setupDeckhand({
  origin: 'https://api.example.com',
});
beforeAll(() => listen());
beforeEach(() => clock.pause());
afterEach(() => reset());
afterAll(() => close());

/** Instead of waiting, advance the clock. */
const sleep = (milliseconds) => clock.advance(milliseconds);

test('a deck is made, also after a 429', async () => {
  deckhand.workspace('ws_dev').addFault({ operation: 'getGenerationStatus', response: { status: 429 } });
  await expect(makeDeck('Harbour taxis', sleep)).resolves.toBe('Harbour taxis');
});

test('a question is an error', async () => {
  useScenario('asks-a-question');
  await expect(makeDeck('Harbour taxis', sleep)).rejects.toThrow('Who is the audience');
});

test('a failure is an error', async () => {
  useScenario('timeout-failure');
  await expect(makeDeck('Harbour taxis', sleep)).rejects.toThrow('timed out');
});
