import { expect } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';
import { deckClient } from './deck-client.js';

const SCENARIOS = { instant: 'completed', 'timeout-failure': 'failed', 'asks-a-question': 'awaiting_input' };

for (let round = 0; round < 5; round += 1) {
  for (const [scenario, status] of Object.entries(SCENARIOS)) {
    // All tests have the same title.
    test.concurrent('has a job of its own', async ({ deckhand, expect: expectHere }) => {
      expectHere(deckhand.jobs()).toEqual([]);
      deckhand.clock.pause();
      deckhand.useScenario(scenario as keyof typeof SCENARIOS);
      const client = deckClient(deckhand);
      const pollUrl = await client.start();
      deckhand.clock.advance(scenario === 'asks-a-question' ? '4s' : '1h');
      expectHere((await client.view(pollUrl)).status).toBe(status);
      expectHere(deckhand.journal()).toHaveLength(2);
      expectHere(deckhand.jobs()).toHaveLength(1);
    });
  }
}

test('has one sandbox for each of them', async ({ sharedDeckhand }) => {
  const sandboxes = sharedDeckhand.workspaces().filter(({ sandbox }) => sandbox);
  expect(new Set(sandboxes.map(({ id }) => id)).size).toBe(15);
});
