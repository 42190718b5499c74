import { afterEach, beforeEach, expect, vi } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';
import { deckClient } from './deck-client.js';

/** Lets pending I/O proceed: taken before a test fakes it. */
const { setImmediate: setRealImmediate } = globalThis;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('goes on in real time while the test stands still', async ({ deckhand }) => {
  vi.setSystemTime(0);
  const began = deckhand.clock.now();
  expect(began).toBeGreaterThan(Date.UTC(2020));
  deckhand.addFault({ latency: '30ms' });
  const client = deckClient(deckhand);
  const pollUrl = await client.start();
  expect(deckhand.clock.now() - began).toBeGreaterThanOrEqual(30);
  vi.advanceTimersByTime(3_600_000);
  expect((await client.view(pollUrl)).status).toBe('generating');
  deckhand.clock.advance('1h');
  expect((await client.view(pollUrl)).status).toBe('completed');
});

test('releases a delayed response as its own clock passes', async ({ deckhand }) => {
  deckhand.clock.pause();
  deckhand.addFault({ latency: '10m' });
  const pollUrl = deckClient(deckhand).start();
  // The response is delayed once the fault applies. msw determines how many turns a request takes.
  while (deckhand.faults().length > 0) await new Promise((turn) => setRealImmediate(turn));
  deckhand.clock.advance('10m');
  expect(await pollUrl).toContain('/status');
});
