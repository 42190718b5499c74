import http from 'node:http';
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
  deckhand.arm({ latency: '30ms' });
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
  deckhand.arm({ latency: '10m' });
  const pollUrl = deckClient(deckhand).start();
  // The response is delayed once the fault applies. msw determines how many turns a request takes.
  while (deckhand.faults().length > 0) await new Promise((turn) => setRealImmediate(turn));
  deckhand.clock.advance('10m');
  expect(await pollUrl).toContain('/status');
});

test('sends drops and truncates bodies in real time', async ({ deckhand }) => {
  deckhand.use({
    title: 'Slow',
    description: 'Drips.',
    steps: [{ complete: {} }],
    faults: [{ on: 'listTemplates', drip: '50ms' }],
  });
  expect(
    (await (await fetch(`${deckhand.baseUrl}/templates`, key(deckhand))).json()).templates,
  ).toBeDefined();
  deckhand.arm({ corrupt: 'truncated' });
  await expect((await fetch(`${deckhand.baseUrl}/templates`, key(deckhand))).text()).rejects.toThrow();
});

test('responds to Node’s own client', async ({ deckhand }) => {
  const status = await new Promise((resolve, reject) => {
    http
      .get(`${deckhand.baseUrl}/templates`, key(deckhand), (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject);
  });
  expect(status).toBe(200);
});

test('gives the changes of a workspace', async ({ deckhand }) => {
  for await (const { jobs } of deckhand.changes()) {
    if (jobs?.total === 1) break;
    await deckClient(deckhand).start();
  }
});

function key({ key: value }: { readonly key: string }) {
  return { headers: { 'x-api-key': value } };
}
