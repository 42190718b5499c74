import { expect, vi } from 'vitest';
import { test } from '../../../src/integrations/vitest.js';

/** A client of a user: it polls every three seconds, with timers. */
function follow(baseUrl: string, key: string) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const statuses: string[] = [];
  const poll = async (url: string): Promise<void> => {
    const response = await fetch(url, { headers });
    const { status } = response.ok ? await response.json() : { status: String(response.status) };
    statuses.push(status);
    if (!['completed', 'failed'].includes(status)) setTimeout(() => void poll(url), 3_000);
  };
  void fetch(`${baseUrl}/presentations/generate`, { method: 'POST', headers, body: '{"prompt":"Taxis"}' })
    .then((response) => response.json())
    .then(({ poll_url: path }) => poll(new URL(path, baseUrl).href));
  return statuses;
}

test('advances for the client and the sandbox together', async ({ deckhand }) => {
  deckhand.clock.pauseWithTimers();
  expect(Date.now()).toBe(deckhand.clock.now());
  const statuses = follow(deckhand.baseUrl, deckhand.apiKey);
  const startTime = Date.now();
  await deckhand.clock.runFor('1m');
  expect(statuses).toEqual(['generating', 'generating', 'generating', 'generating', 'completed']);
  expect(Date.now()).toBe(deckhand.clock.now());
  expect(Date.now()).toBe(startTime + 60_000);
  const polls = deckhand.journal({ operation: 'getGenerationStatus' });
  expect(polls.map(({ startedAt }) => startedAt - startTime)).toEqual([0, 3_000, 6_000, 9_000, 12_000]);
});

test('stops at a delayed response, so that a later timeout of the client does not fire', async ({
  deckhand,
}) => {
  deckhand.clock.pauseWithTimers();
  deckhand.addFault({ operation: 'listTemplates', latency: '5s' });
  const startTime = Date.now();
  const limit = new AbortController();
  setTimeout(() => limit.abort(), 10_000);
  const statuses: unknown[] = [];
  void fetch(`${deckhand.baseUrl}/templates`, {
    headers: { 'x-api-key': deckhand.apiKey },
    signal: limit.signal,
  }).then(
    ({ status }) => statuses.push(status, Date.now() - startTime),
    (error: Error) => statuses.push(error.name),
  );
  await deckhand.clock.runFor('1m');
  expect(statuses).toEqual([200, 5_000]);
});

test('needs paused timers', async ({ deckhand }) => {
  const message = 'clock.runFor needs paused timers, but they run in real time.';
  await expect(deckhand.clock.runFor('1m')).rejects.toThrow(message);
  deckhand.clock.pauseWithTimers();
  await expect(deckhand.clock.runFor('soon')).rejects.toThrow('Invalid value for clock.runFor: "soon".');
});

test('advances timers that the test has faked itself, and does not restore them', async ({ deckhand }) => {
  vi.useFakeTimers();
  deckhand.clock.pauseWithTimers();
  const statuses = follow(deckhand.baseUrl, deckhand.apiKey);
  await deckhand.clock.runFor('6s');
  expect(statuses).toHaveLength(3);
});

test('is real again after a test, unless the test faked it', () => {
  expect(vi.isFakeTimers()).toBe(true);
  vi.useRealTimers();
});

test('does not wait for responses that wait for the clock', async ({ deckhand }) => {
  deckhand.clock.pauseWithTimers();
  deckhand.addFault({ operation: 'getGenerationStatus', latency: '30s' });
  const statuses = follow(deckhand.baseUrl, deckhand.apiKey);
  await deckhand.clock.runFor('20s');
  expect([statuses, deckhand.clock.pendingResponses()]).toEqual([[], 1]);
  await deckhand.clock.runFor('10s');
  expect(statuses).toEqual(['generating']);
});

test('runs timers that are due now, in rounds, when the network is idle', async ({ deckhand }) => {
  deckhand.clock.pauseWithTimers();
  const start = Date.now();
  const notified: number[] = [];
  const notify = (): void => {
    notified.push(Date.now() - start);
    if (notified.length < 3) queueMicrotask(() => setTimeout(notify, 0));
  };
  void deckhand.fetch('/templates').then(() => setTimeout(notify, 0));
  await deckhand.waitForNetworkIdle();
  expect(notified).toEqual([0, 0, 0]);
  setTimeout(() => notified.push(4), 1);
  await deckhand.clock.runFor('0ms');
  expect(notified).toHaveLength(3);
  void deckhand.fetch('/templates').then(() => setTimeout(notify, 0));
  await deckhand.clock.runFor('0ms');
  expect(notified).toEqual([0, 0, 0, 0]);
});

test('reports a timer that was set before the clock was paused', async ({ deckhand }) => {
  const timer = setTimeout(() => undefined, 3_000);
  deckhand.clock.pauseWithTimers();
  await deckhand.clock.runFor('2s');
  await expect(deckhand.clock.runFor('2s')).rejects.toThrow(
    /^setTimeout\(…, 3000\) at \S*time\.nested\.ts:\d+ was set before the clock was paused\./,
  );
  vi.useRealTimers();
  clearTimeout(timer);
});

test('does not report such a timer if another one ran, or if it was cleared', async ({ deckhand }) => {
  clearTimeout(setTimeout(() => undefined, 1_000));
  const timer = setTimeout(() => undefined, 1_000);
  deckhand.clock.pauseWithTimers();
  let runs = 0;
  setInterval(() => (runs += 1), 1_000);
  await deckhand.clock.runFor('5s');
  expect(runs).toBe(5);
  vi.useRealTimers();
  clearTimeout(timer);
});
