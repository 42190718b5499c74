import { expect } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';
import { deckClient } from './deck-client.js';

test('a client that follows the rules passes, and one that breaks a rule fails', async ({ deckhand }) => {
  const client = deckClient(deckhand);
  const pollUrl = await client.start();
  deckhand.clock.advance('1m');
  await client.view(pollUrl);
  await expect(deckhand).toHaveBehaved();
  for (let poll = 0; poll < 8; poll += 1) await client.view(pollUrl);
  await expect(deckhand).not.toHaveBehaved();
  await expect(deckhand).toHaveBehaved({ except: [LOOP, 'client/stops-when-completed'] });
});

test('a limit is set as a string', async ({ deckhand }) => {
  deckhand.use('slow-progress');
  const client = deckClient(deckhand);
  const pollUrl = await client.start();
  deckhand.clock.pause();
  for (let poll = 0; poll < 14; poll += 1) {
    deckhand.clock.advance('2s');
    await client.view(pollUrl);
  }
  await expect(deckhand).toHaveBehaved({ sharedClock: true });
  await expect(deckhand).not.toHaveBehaved({ sharedClock: true, tightLoop: '3s' });
});

const LOOP = 'client/never-polls-in-a-tight-loop';
