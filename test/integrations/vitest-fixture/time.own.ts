import { expect, vi } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';

/** A client of a user: it polls every three seconds, with timers. */
function follow(baseUrl: string, key: string) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const seen: string[] = [];
  const poll = async (url: string): Promise<void> => {
    const response = await fetch(url, { headers });
    const { status } = response.ok ? await response.json() : { status: String(response.status) };
    seen.push(status);
    if (!['completed', 'failed'].includes(status)) setTimeout(() => void poll(url), 3_000);
  };
  void fetch(`${baseUrl}/presentations/generate`, { method: 'POST', headers, body: '{"prompt":"Taxis"}' })
    .then((response) => response.json())
    .then(({ poll_url: path }) => poll(new URL(path, baseUrl).href));
  return seen;
}

test('passes for the client and the sandbox together', async ({ deckhand }) => {
  deckhand.stopTime();
  expect(Date.now()).toBe(deckhand.clock.now());
  const seen = follow(deckhand.baseUrl, deckhand.key);
  await deckhand.passTime('1m', { step: '3s' });
  expect(seen).toEqual(['generating', 'generating', 'generating', 'generating', 'completed']);
  expect(Date.now()).toBe(deckhand.clock.now());
});

test('passes in one step: each timer fires once', async ({ deckhand }) => {
  deckhand.stopTime();
  const seen = follow(deckhand.baseUrl, deckhand.key);
  await deckhand.settle();
  expect(seen).toEqual(['generating']);
  await deckhand.passTime('1m');
  expect(seen).toEqual(['generating', 'completed']);
});

test('passes with timers that the test has faked itself, and leaves them', async ({ deckhand }) => {
  vi.useFakeTimers();
  deckhand.stopTime();
  const seen = follow(deckhand.baseUrl, deckhand.key);
  await deckhand.passTime('6s', { step: '3s' });
  expect(seen).toHaveLength(3);
});

test('is the real time again after a test, unless the test faked it', () => {
  expect(vi.isFakeTimers()).toBe(true);
  vi.useRealTimers();
});

test('does not wait for responses that the sandbox holds back', async ({ deckhand }) => {
  deckhand.stopTime();
  await deckhand.arm({ on: 'getGenerationStatus', latency: '30s' });
  const seen = follow(deckhand.baseUrl, deckhand.key);
  await deckhand.passTime('20s');
  expect([seen, deckhand.clock.held()]).toEqual([[], 1]);
  await deckhand.passTime('10s');
  expect(seen).toEqual(['generating']);
});

test('passes a 429 and a question', async ({ deckhand }) => {
  deckhand.stopTime();
  deckhand.use('asks-a-question');
  await deckhand.arm({ on: 'getGenerationStatus', answer: { status: 429 } });
  const seen = follow(deckhand.baseUrl, deckhand.key);
  await deckhand.passTime('9s', { step: '3s' });
  expect(seen).toEqual(['429', 'awaiting_input', 'awaiting_input', 'awaiting_input']);
});

test('cannot pass by a wrong time', async ({ deckhand }) => {
  await expect(deckhand.passTime('soon')).rejects.toThrow('"soon" is not a time that can pass.');
});
