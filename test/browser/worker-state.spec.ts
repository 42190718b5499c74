/** The state of a mock server that a tab restores after a reload, in a real browser. */
import { expect, type Page } from '@playwright/test';
import { consoleLines, openApp, ready, reloadApp, startJob, view } from './worker/app.js';
import { test } from './worker/worker-test.js';

const ITEM = 'deckhand *';

/** Damages the stored item once, before the next page starts. */
const damage = (page: Page, text: string): Promise<unknown> =>
  page.addInitScript(
    ([item, value]) => {
      if (sessionStorage.getItem('damaged')) return;
      sessionStorage.setItem('damaged', 'yes');
      sessionStorage.setItem(item, value);
    },
    [ITEM, text] as const,
  );

test('a reload in the middle of a job keeps the job', async ({ page, pages }) => {
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

// Browsers announce the end of a page with one of these events.
for (const type of ['pagehide', 'visibilitychange'])
  test(`a tab saves immediately at ${type}`, async ({ page, pages }) => {
    await openApp(page, pages.origin);
    const saved = await page.evaluate(
      async ([event, item]) => {
        setup.useScenario('asks-twice');
        (event === 'pagehide' ? window : document).dispatchEvent(new Event(event));
        // The save must finish before the next task, because the page can be unloaded then.
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

test('two tabs diverge from a copied tab', async ({ page, pages, context }) => {
  await openApp(page, pages.origin);
  const id = await startJob(page);
  await page.waitForFunction((job) => sessionStorage.getItem('deckhand *')?.includes(job), id);
  const [copy] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open(location.href)),
  ]);
  await ready(copy);
  await copy.evaluate((job) => setup.deckhand.workspace('ws_dev').failJob(job, 'Here only'), id);
  expect((await view(copy, id)).status).toBe('failed');
  expect((await view(page, id)).status).toBe('generating');
});

test('an invalid saved state is dropped completely', async ({ page, pages }) => {
  await openApp(page, pages.origin);
  await startJob(page);
  await damage(page, '{"format":"deckhand-snapshot","version":3}');
  const lines = consoleLines(page);
  await reloadApp(page);
  expect((await page.evaluate(() => setup.deckhand.workspace('ws_dev').info())).job_count).toBe(0);
  expect(lines).toEqual([expect.stringContaining('written by another version of Deckhand')]);
  await startJob(page);
  await reloadApp(page);
  expect((await page.evaluate(() => setup.deckhand.workspace('ws_dev').info())).job_count).toBe(1);
});

/** Hides the page as one that can be restored: msw's worker is notified of the end of other pages. */
function hide(page: Page): Promise<boolean> {
  return page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
}

test('a tab with little storage keeps the newest exchanges, and warns once', async ({ page, pages }) => {
  await openApp(page, pages.origin);
  const lines = consoleLines(page);
  const id = await startJob(page);
  // The app takes all storage except about 50,000 characters.
  await page.evaluate(() => {
    sessionStorage.removeItem('deckhand *');
    let items = 0;
    try {
      for (; ; items += 1) sessionStorage.setItem(`app ${items}`, 'x'.repeat(16_384));
    } catch {
      // The storage is full.
    }
    for (let item = 1; item <= 3; item += 1) sessionStorage.removeItem(`app ${items - item}`);
  });
  await page.evaluate(async (job) => {
    const headers = { 'x-api-key': 'deckhand-dev-key' };
    for (let poll = 0; poll < 100; poll += 1)
      await fetch(`/api/v1/presentations/generate/${job}/status`, { headers });
  }, id);
  await hide(page);
  await hide(page);
  await expect
    .poll(() => lines)
    .toEqual([expect.stringContaining('sessionStorage is full: only the newest exchanges survive a reload')]);
  await reloadApp(page);
  const { evicted, exchanges } = await page.evaluate(
    async () =>
      setup.deckhand.workspace('ws_dev').snapshot().workspaces[0]?.journal ?? { evicted: 0, exchanges: [] },
  );
  expect([evicted + exchanges.length, exchanges.at(-1)?.sequence]).toEqual([101, 101]);
  expect(exchanges.length).toBeGreaterThan(5);
  expect(evicted).toBeGreaterThan(5);
  expect((await view(page, id)).generation_id).toBe(id);
});
