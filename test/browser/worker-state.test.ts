/** What a tab keeps of a stand-in over a reload, in a real browser. */
import type { Page } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import { consoleLines, openApp, ready, reloadApp, startJob, view } from './worker/app.js';
import { test } from './worker/worker-test.js';

const ITEM = 'deckhand *';
const kept = (page: Page): Promise<string | null> =>
  page.evaluate((item) => sessionStorage.getItem(item), ITEM);

/** Has the next page find this item, and those after it what there then is. */
const damage = (page: Page, text: string): Promise<unknown> =>
  page.addInitScript(
    ([item, value]) => {
      if (sessionStorage.getItem('damaged')) return;
      sessionStorage.setItem('damaged', 'yes');
      sessionStorage.setItem(item, value);
    },
    [ITEM, text] as const,
  );

describe('a reload', () => {
  test('in the middle of a job finds it where it is', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    const id = await startJob(page);
    await page.evaluate(() => setup.clock.pause());
    await page.evaluate(() => setup.clock.advance('7s'));
    const before = await view(page, id);
    await reloadApp(page);
    expect(await view(page, id)).toEqual(before);
    await page.evaluate(() => setup.clock.advance('5s'));
    expect((await view(page, id)).status).toBe('completed');
  });

  test('keeps what changed just before it, by a verb too', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    const id = await startJob(page);
    await page.evaluate((job) => setup.workspace().ask(job, 'Which harbour?'), id);
    await page.evaluate(() => setup.use('timeout-failure'));
    await reloadApp(page);
    expect((await view(page, id)).message).toBe('Which harbour?');
    expect((await page.evaluate(() => setup.workspace().info())).scenario).toBe('timeout-failure');
  });

  test('does not stop the clock', async ({ page, pages }) => {
    await openApp(page, pages.origin, { speed: 1000 });
    const before = await page.evaluate(() =>
      [setup.clock.advance('1h'), setup.clock.now(), Date.now()].map(Number),
    );
    await reloadApp(page);
    const [passed, real] = await page.evaluate(
      ([, shown = 0, then = 0]) => [setup.clock.now() - shown, Date.now() - then] as const,
      before,
    );
    expect(passed / real).toBeCloseTo(1000, -1);
  });

  test('is what a page does that the browser had put aside whole', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    const id = await startJob(page);
    await page.evaluate(() => {
      addEventListener('pagehide', () => sessionStorage.setItem('left', 'yes'));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await page.waitForFunction(() => sessionStorage.getItem('left') !== null && globalThis.isReady);
    expect((await view(page, id)).status).toBe('generating');
  });

  test('finds everything as new where nothing shall be kept', async ({ page, pages }) => {
    await openApp(page, pages.origin);
    const id = await startJob(page);
    await openApp(page, pages.origin, { persist: false });
    expect((await view(page, id)).code).toBe('unknown_generation');
    await startJob(page);
    expect(await kept(page)).toBeNull();
    await openApp(page, pages.origin);
    expect((await page.evaluate(() => setup.workspace().info())).jobs).toBe(0);
  });
});

test('a tab saves soon after a change, whether or not it is left', async ({ page, pages }) => {
  await openApp(page, pages.origin);
  const id = await startJob(page);
  await page.waitForFunction(([name, job]) => sessionStorage.getItem(name)?.includes(job), [
    ITEM,
    id,
  ] as const);
  await page.evaluate(() => setup.use('asks-twice'));
  await page.waitForFunction(
    (name) => sessionStorage.getItem(name)?.includes('Asks, and then asks again'),
    ITEM,
  );
});

// The end of a page says itself in one of these ways, which differ from browser to browser.
test.for(['pagehide', 'visibilitychange'])('a tab saves at once at %s', async (type, { page, pages }) => {
  await openApp(page, pages.origin);
  const saved = await page.evaluate(
    async ([event, item]) => {
      setup.use('asks-twice');
      (event === 'pagehide' ? window : document).dispatchEvent(new Event(event));
      // What is to be done before the page is gone is done before the next task.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage('next');
      });
      return sessionStorage.getItem(item);
    },
    [type, ITEM] as const,
  );
  expect(saved).toContain('Asks, and then asks again');
});

describe('two tabs', () => {
  test('have each their own', async ({ ownPage: page, pages, context }) => {
    const other = await context.newPage();
    await openApp(page, pages.origin);
    await openApp(other, pages.origin);
    const [mine, theirs] = [await startJob(page), await startJob(other)];
    await page.evaluate(() => setup.clock.advance('1h'));
    await reloadApp(page);
    await reloadApp(other);
    expect((await view(page, mine)).status).toBe('completed');
    expect((await view(other, theirs)).status).toBe('generating');
    expect(await other.evaluate(() => setup.journal().length)).toBe(2);
  });

  test('go separate ways from where one was copied', async ({ ownPage: page, pages, context }) => {
    await openApp(page, pages.origin);
    const id = await startJob(page);
    await page.waitForFunction((job) => sessionStorage.getItem('deckhand *')?.includes(job), id);
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(() => void window.open(location.href)),
    ]);
    await ready(copy);
    await copy.evaluate((job) => setup.workspace().fail(job, 'Here only'), id);
    expect((await view(copy, id)).status).toBe('failed');
    expect((await view(page, id)).status).toBe('generating');
  });
});

describe('a kept state that is of no use is dropped whole: ', () => {
  test.for<readonly [why: string, text: string]>([
    ['it is damaged', '{"format":"deckhand-tab","ver'],
    ['another version of Deckhand saved it', '{"format":"deckhand-tab","version":0}'],
  ])('%s', async ([why, text], { ownPage: page, pages }) => {
    await openApp(page, pages.origin);
    await startJob(page);
    await damage(page, text);
    const lines = consoleLines(page);
    await reloadApp(page);
    expect((await page.evaluate(() => setup.workspace().info())).jobs).toBe(0);
    expect(lines).toEqual([expect.stringContaining(why)]);
    await startJob(page);
    await reloadApp(page);
    expect((await page.evaluate(() => setup.workspace().info())).jobs).toBe(1);
  });
});

/** As a page is hidden that may come back: of one that will not, msw's worker would hear that it is gone. */
function hide(page: Page): Promise<boolean> {
  return page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
}

test('a tab with little room keeps the newest of the journal, and says so once', async ({ page, pages }) => {
  await openApp(page, pages.origin);
  const lines = consoleLines(page);
  const id = await startJob(page);
  // The app takes all room but some 20,000 characters.
  await page.evaluate(() => {
    let items = 0;
    try {
      for (; ; items += 1) sessionStorage.setItem(`app ${items}`, 'x'.repeat(16_384));
    } catch {
      // There is no room for another one.
    }
    sessionStorage.removeItem(`app ${items - 1}`);
  });
  await page.evaluate(async (job) => {
    const headers = { 'x-api-key': 'deckhand-dev-key' };
    for (let poll = 0; poll < 60; poll += 1)
      await fetch(`/api/v1/presentations/generate/${job}/status`, { headers });
  }, id);
  const said = [expect.stringContaining('no room in sessionStorage for the whole journal')];
  await hide(page);
  await vi.waitFor(() => expect(lines).toEqual(said), 5000);
  expect((await view(page, id)).generation_id).toBe(id);
  await hide(page);
  expect(lines).toHaveLength(1);
  await reloadApp(page);
  const { dropped, exchanges } = await page.evaluate(
    async () => (await setup.workspace().snapshot()).journal,
  );
  expect(dropped + exchanges.length).toBe(62);
  expect(exchanges.length).toBeGreaterThan(5);
  expect(dropped).toBeGreaterThan(5);
  expect(exchanges.at(-1)?.sequence).toBe(62);
  expect((await view(page, id)).generation_id).toBe(id);
});
