import { afterAll, afterEach, beforeEach, describe, expect, vi } from 'vitest';
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

describe('a job that is polled without a change', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  afterAll(() => warn.mockRestore());

  /** The same view for an hour of real time. */
  const SCENARIO = { title: 'Slow', steps: [{ generate: { for: '1h' } }, { complete: {} }] };

  test('gets one sentence at the end of its test', async ({ deckhand }) => {
    deckhand.useScenario(SCENARIO);
    const client = deckClient(deckhand);
    const pollUrl = await client.start();
    for (let poll = 0; poll < 5; poll += 1) {
      vi.advanceTimersByTime(3_000);
      await client.view(pollUrl);
    }
    expect(warn).not.toHaveBeenCalled();
  });

  test('had it, and gets none if its test advances both', async ({ deckhand }) => {
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^Deckhand: job gen_\w+ was polled 3 times .*: call deckhand\.clock\.pauseWithTimers\(\) in place of/,
        ),
      ],
    ]);
    warn.mockClear();
    deckhand.useScenario(SCENARIO);
    const client = deckClient(deckhand);
    const pollUrl = await client.start();
    for (let poll = 0; poll < 3; poll += 1) await client.view(pollUrl);
    vi.advanceTimersByTime(3_000);
    deckhand.clock.advance(3_000);
  });

  test('had none', () => {
    expect(warn).not.toHaveBeenCalled();
  });
});
