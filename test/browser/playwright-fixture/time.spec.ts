import type { Page } from '@playwright/test';
import { expect, test } from 'deckhand/playwright';

const status = (page: Page): Promise<string | null> => page.getByRole('status').textContent();

/** Responses from `/slow` take longer than many evaluations in the page, as on a slow machine. */
const routeSlowly = (page: Page): Promise<unknown> =>
  page.route('**/slow', async (route) => {
    for (let count = 0; count < 40; count += 1) await page.evaluate(() => undefined);
    await route.fulfill();
  });

test('paused time stops at each timer of the page, so the page polls as often as in real time', async ({
  page,
  deckhand,
}) => {
  await deckhand.clock.pauseWith(page);
  const startTime = await deckhand.clock.now();
  await page.goto('/?every=2000');
  await page.getByRole('button').click();
  await deckhand.waitForNetworkIdle();
  expect(await status(page)).toBe('generating');
  await deckhand.clock.runFor('7s');
  expect(await deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(4);
  expect(await page.evaluate(() => Date.now())).toBe(startTime + 7_000);
  expect(await deckhand.clock.now()).toBe(startTime + 7_000);
  await deckhand.clock.runFor('5m');
  expect(await status(page)).toBe('completed');
  const polls = await deckhand.journal({ operation: 'getGenerationStatus' });
  expect(polls.map(({ startedAt }) => startedAt - startTime)).toEqual(
    polls.map((_poll, index) => index * 2_000),
  );
  expect(polls).toHaveLength(7);
  await deckhand.useScenario('never-ends');
  await page.getByRole('button').click();
  await deckhand.clock.runFor('4m');
  expect(await deckhand.journal({ operation: 'getGenerationStatus' })).toHaveLength(7 + 121);
});

test('a delayed response arrives before the timeout of the page, also on a slow machine', async ({
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
  await deckhand.clock.pauseWith(page);
  await page.goto('/');
  await deckhand.addFault({ operation: 'listTemplates', latency: '5s' });
  await page.evaluate(() => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), 10_000);
    const headers = { 'x-api-key': 'some-key' };
    void fetch('/api/v1/templates', { headers, signal: timeout.signal }).then(
      ({ status }) => (document.title = String(status)),
      (error: Error) => (document.title = error.name),
    );
  });
  await deckhand.clock.runFor('1m');
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
  await deckhand.clock.pauseWith(page);
  await page.goto('/');
  await page.evaluate(() => {
    const poll = async (): Promise<void> => {
      await cookieStore.get('token');
      await fetch('/api/v1/templates', { headers: { 'x-api-key': 'some-key' } });
      setTimeout(() => void poll(), 2_000);
    };
    void poll();
  });
  await deckhand.clock.runFor('9s');
  expect(await deckhand.journal({ operation: 'listTemplates' })).toHaveLength(5);
});

test('a short timer that repeats without requests is no step, and is reported if it sends one late', async ({
  page,
  deckhand,
}) => {
  await deckhand.clock.pauseWith(page);
  await page.goto('/');
  await page.evaluate(() => {
    let ticks = 0;
    const tick = (): void => {
      ticks += 1;
      if (ticks === 30) void fetch('/api/v1/templates', { headers: { 'x-api-key': 'some-key' } });
    };
    setInterval(tick, 100);
  });
  const warnings: string[] = [];
  const { warn } = console;
  console.warn = (line: string) => void warnings.push(line);
  try {
    for (let part = 0; part < 20; part += 1) await deckhand.clock.runFor('3m');
  } finally {
    console.warn = warn;
  }
  expect(warnings).toEqual([
    'Deckhand: in clock.runFor("3m"), timers of 100 ms fired late, so the page sent fewer requests than in real time. ' +
      'Use steps of at most 100000 ms.',
  ]);
});

test('a stalled response, and a response that the test itself awaits, do not block the test', async ({
  page,
  deckhand,
}) => {
  await deckhand.clock.pauseWith(page);
  await page.goto('/');
  await deckhand.addFault({ operation: 'startGeneration', connection: 'timeout' });
  await deckhand.addFault({ operation: 'listTemplates', latency: '5s' });
  const response = deckhand.fetch('/templates');
  await page.getByRole('button').click();
  await deckhand.clock.runFor('1s');
  expect(await deckhand.clock.pendingResponses()).toBe(2);
  await deckhand.clock.runFor('4s');
  expect((await response).status).toBe(200);
  expect(await status(page)).toBe('requesting');
});

test('paused pages of one and of several contexts advance together, in the order in which they were paused', async ({
  page,
  context,
  browser,
  baseURL,
  deckhand,
}) => {
  const otherContext = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  await deckhand.intercept(otherContext);
  const pages = { First: page, Second: await context.newPage(), Other: await otherContext.newPage() };
  for (const [prompt, target] of Object.entries(pages)) {
    await deckhand.clock.pauseWith(target);
    await target.goto('/?every=2000');
    await target.getByLabel('Prompt').fill(prompt);
    await target.getByRole('button').click();
  }
  await deckhand.waitForNetworkIdle();
  const prompts = new Map((await deckhand.jobs()).map((job) => [job.generation_id, job.prompt]));
  await deckhand.clock.runFor('4s');
  const polls = (await deckhand.journal({ operation: 'getGenerationStatus' })).slice(3);
  const polledPrompts = polls.map(({ metadata }) => prompts.get(metadata?.generationId ?? ''));
  expect(polledPrompts.toSorted()).toEqual(['First', 'First', 'Other', 'Other', 'Second', 'Second']);
  expect([polledPrompts[2], polledPrompts[5]]).toEqual(['Other', 'Other']);
  const times = await Promise.all(Object.values(pages).map((one) => one.evaluate(() => Date.now())));
  expect(new Set([...times, await deckhand.clock.now()]).size).toBe(1);
  await otherContext.close();
  await deckhand.clock.runFor('5m');
  expect([await status(page), await status(pages.Second)]).toEqual(['completed', 'completed']);
});

test('runFor needs a paused page', async ({ deckhand }) => {
  await expect(deckhand.clock.runFor('1m')).rejects.toThrow('Pause first: clock.pauseWith(page).');
});

test('timers that are due now are run when the network is idle, but no animation frame', async ({
  page,
  deckhand,
}) => {
  await deckhand.clock.pauseWith(page);
  await page.goto('/');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    requestAnimationFrame(() => seen.push('frame'));
    void fetch('/api/v1/templates').then(() =>
      setTimeout(() => {
        seen.push('first');
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => setTimeout(() => seen.push('second'), 0);
        port2.postMessage(0);
        setTimeout(() => seen.push('later'), 5);
      }, 0),
    );
  });
  await deckhand.waitForNetworkIdle();
  const seen = (): Promise<readonly string[]> =>
    page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(await seen()).toEqual(['first', 'second']);
  await deckhand.clock.runFor('0ms');
  expect(await seen()).toEqual(['first', 'second']);
});
