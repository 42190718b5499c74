import type { Page } from '@playwright/test';
import { expect, test } from 'deckhand/playwright';

const status = (page: Page): Promise<string | null> => page.getByRole('status').textContent();

/** Responses from `/slow` take longer than many looks at the page, as on a slow machine. */
const routeSlowly = (page: Page): Promise<unknown> =>
  page.route('**/slow', async (route) => {
    for (let look = 0; look < 40; look += 1) await page.evaluate(() => undefined);
    await route.fulfill();
  });

test('paused time stops at each timer of the page, so the page polls as often as in real time', async ({
  page,
  deckhand,
}) => {
  await deckhand.stopTime(page);
  const began = await deckhand.clock.now();
  await page.goto('/?every=2000');
  await page.getByRole('button').click();
  await deckhand.waitForNetworkIdle();
  expect(await status(page)).toBe('generating');
  await deckhand.passTime('7s', page);
  expect(await deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(4);
  expect(await page.evaluate(() => Date.now())).toBe(began + 7_000);
  expect(await deckhand.clock.now()).toBe(began + 7_000);
  await deckhand.passTime('5m', page);
  expect(await status(page)).toBe('completed');
  const polls = await deckhand.journal({ operation: 'getGenerationStatus' });
  expect(polls.map(({ startedAt }) => startedAt - began)).toEqual(polls.map((_poll, index) => index * 2_000));
  expect(polls).toHaveLength(7);
  await deckhand.useScenario('never-ends');
  await page.getByRole('button').click();
  await deckhand.passTime('4m', page);
  expect(await deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(7 + 121);
});

test('a response that was held back arrives before the time limit of the page, on a slow machine too', async ({
  page,
  deckhand,
}) => {
  await routeSlowly(page);
  // Released responses take this time to reach the page.
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      const response = await fetch(input, init);
      await fetch('/slow', init);
      return response;
    };
  });
  await deckhand.stopTime(page);
  await page.goto('/');
  await deckhand.addFault({ operation: 'listTemplates', latency: '5s' });
  await page.evaluate(() => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), 10_000);
    const headers = { 'x-api-key': 'some-key' };
    void fetch('/api/v1/templates', { headers, signal: limit.signal }).then(
      ({ status }) => (document.title = String(status)),
      (error: Error) => (document.title = error.name),
    );
  });
  await deckhand.passTime('1m', page);
  expect(await page.title()).toBe('200');
});

test('a client that reads a cookie before it sends, as axios does, polls as often as in real time', async ({
  page,
  deckhand,
}) => {
  await routeSlowly(page);
  await page.addInitScript(() => {
    const get = Reflect.get(CookieStore.prototype, 'get') as (...cookie: unknown[]) => unknown;
    Object.assign(CookieStore.prototype, {
      async get(...cookie: unknown[]) {
        await fetch('/slow');
        return Reflect.apply(get, this, cookie);
      },
    });
  });
  await deckhand.stopTime(page);
  await page.goto('/');
  await page.evaluate(() => {
    const ask = async (): Promise<void> => {
      await cookieStore.get('token');
      await fetch('/api/v1/templates', { headers: { 'x-api-key': 'some-key' } });
      setTimeout(() => void ask(), 2_000);
    };
    void ask();
  });
  await deckhand.passTime('9s', page);
  expect(await deckhand.journal({ operation: 'listTemplates' })).toHaveLength(5);
});

test('a short timer that repeats without requests stops no time, and is named if it sends one late', async ({
  page,
  deckhand,
}) => {
  await deckhand.stopTime(page);
  await page.goto('/');
  await page.evaluate(() => {
    let ticks = 0;
    const tick = (): void => {
      ticks += 1;
      if (ticks === 30) void fetch('/api/v1/templates', { headers: { 'x-api-key': 'some-key' } });
    };
    setInterval(tick, 100);
  });
  const said: string[] = [];
  const { warn } = console;
  console.warn = (line: string) => void said.push(line);
  try {
    for (let part = 0; part < 20; part += 1) await deckhand.passTime('3m', page);
  } finally {
    console.warn = warn;
  }
  expect(said).toEqual([
    'Deckhand: in passTime("3m"), timers of 100 ms fired late and sent requests, so the page asked less often than in real ' +
      'time. Let at most 100000 ms pass at once.',
  ]);
});

test('a stalled response, and a response that the test itself awaits, do not block the test', async ({
  page,
  deckhand,
}) => {
  await deckhand.stopTime(page);
  await page.goto('/');
  await deckhand.addFault({ operation: 'startGeneration', connection: 'timeout' });
  await deckhand.addFault({ operation: 'listTemplates', latency: '5s' });
  const asked = deckhand.fetch('/templates');
  await page.getByRole('button').click();
  await deckhand.passTime('1s', page);
  expect(await deckhand.clock.pendingResponses()).toBe(2);
  await deckhand.passTime('4s', page);
  expect((await asked).status).toBe(200);
  expect(await status(page)).toBe('asking');
});
