import { afterEach, beforeEach, expect, vi } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';
import { deckClient } from './deck-client.js';

/** Lets pending I/O proceed. Read before a test fakes it. */
const { setImmediate: setRealImmediate } = globalThis;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('continues in real time while the timers of the test are paused', async ({ deckhand }) => {
  vi.setSystemTime(0);
  const startedAt = deckhand.clock.now();
  expect(startedAt).toBeGreaterThan(Date.UTC(2020));
  deckhand.addFault({ latency: '30ms' });
  const client = deckClient(deckhand);
  const pollUrl = await client.start();
  expect(deckhand.clock.now() - startedAt).toBeGreaterThanOrEqual(30);
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
