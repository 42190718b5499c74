import { expect } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';
import { deckClient } from './deck-client.js';

const LOOP = 'client/no-tight-polling-loop';

test('a client that follows the rules passes, and one that violates a rule fails', async ({ deckhand }) => {
  const client = deckClient(deckhand);
  const pollUrl = await client.start();
  deckhand.clock.advance('1m');
  await client.view(pollUrl);
  await expect(deckhand).toFollowClientRules();
  for (let poll = 0; poll < 8; poll += 1) await client.view(pollUrl);
  await expect(deckhand).not.toFollowClientRules();
  await expect(deckhand).toFollowClientRules({ ignoreRules: [LOOP, 'client/stops-polling-when-completed'] });
});

const UNAVAILABLE = { operation: 'getPresentation', response: { status: 503 } } as const;

test('a fault need not be met if it is optional, removed, or passed over by its probability', async ({
  deckhand,
}) => {
  deckhand.addFault({ ...UNAVAILABLE, optional: true });
  const { id } = deckhand.addFault(UNAVAILABLE);
  deckhand.removeFault(id);
  deckhand.addFault({ operation: 'startGeneration', probability: 1e-9, response: { status: 503 } });
  await deckClient(deckhand).start();
});

test('received requests can be expected', async ({ deckhand }) => {
  await deckClient(deckhand).start();
  await expect(deckhand).toHaveReceived('startGeneration', { times: 1, status: 202 });
  await expect(deckhand).not.toHaveReceived('getGenerationStatus');
});
