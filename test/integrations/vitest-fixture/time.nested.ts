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
  const seen = follow(deckhand.baseUrl, deckhand.apiKey);
  const began = Date.now();
  await deckhand.passTime('1m');
  expect(seen).toEqual(['generating', 'generating', 'generating', 'generating', 'completed']);
  expect(Date.now()).toBe(deckhand.clock.now());
  expect(Date.now()).toBe(began + 60_000);
  const polls = deckhand.journal({ operation: 'getGenerationStatus' });
  expect(polls.map(({ startedAt }) => startedAt - began)).toEqual([0, 3_000, 6_000, 9_000, 12_000]);
});

test('stops where a response was held back, so that a later time limit of the client does not fire', async ({
  deckhand,
}) => {
  deckhand.stopTime();
  deckhand.addFault({ operation: 'listTemplates', latency: '5s' });
  const began = Date.now();
  const limit = new AbortController();
  setTimeout(() => limit.abort(), 10_000);
  const seen: unknown[] = [];
  void fetch(`${deckhand.baseUrl}/templates`, {
    headers: { 'x-api-key': deckhand.apiKey },
    signal: limit.signal,
  }).then(
    ({ status }) => seen.push(status, Date.now() - began),
    (error: Error) => seen.push(error.name),
  );
  await deckhand.passTime('1m');
  expect(seen).toEqual([200, 5_000]);
});

test('does not pass in real time', async ({ deckhand }) => {
  const message = 'clock.runFor needs paused timers, but they run in real time.';
  await expect(deckhand.passTime('1m')).rejects.toThrow(message);
  deckhand.stopTime();
  await expect(deckhand.passTime('soon')).rejects.toThrow('"soon" is not a time that can pass.');
});

test('passes with timers that the test has faked itself, and leaves them', async ({ deckhand }) => {
  vi.useFakeTimers();
  deckhand.stopTime();
  const seen = follow(deckhand.baseUrl, deckhand.apiKey);
  await deckhand.passTime('6s');
  expect(seen).toHaveLength(3);
});

test('is the real time again after a test, unless the test faked it', () => {
  expect(vi.isFakeTimers()).toBe(true);
  vi.useRealTimers();
});

test('does not wait for responses that the sandbox holds back', async ({ deckhand }) => {
  deckhand.stopTime();
  deckhand.addFault({ operation: 'getGenerationStatus', latency: '30s' });
  const seen = follow(deckhand.baseUrl, deckhand.apiKey);
  await deckhand.passTime('20s');
  expect([seen, deckhand.clock.pendingResponses()]).toEqual([[], 1]);
  await deckhand.passTime('10s');
  expect(seen).toEqual(['generating']);
});
