import type { Page } from '@playwright/test';
import { expect, test as base } from './browser-test.js';
import { request } from './worker/app.js';
import { bundle, servePages, type Files, type Pages } from './worker/serve-pages.js';

/** The service worker of an app that controls its pages immediately. */
const APP_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`;

const test = base.extend<{ pages: Pages }, { files: Files }>({
  files: [async ({}, use) => use(await bundle('user-worker-page.ts')), { scope: 'worker' }],
  pages: async ({ files }, use) => {
    const pages = await servePages(new Map([...files, ['/app-worker.js', APP_WORKER]]));
    await use(pages);
    await pages.close();
  },
});

type Start = 'startUserWorker' | 'startMockServer' | 'startSecondWorker';

async function open(page: Page, { origin }: Pages, starts: readonly Start[] = []): Promise<void> {
  await page.goto(origin);
  await page.waitForFunction(() => 'startMockServer' in globalThis);
  for (const name of starts) await page.evaluate((start) => globalThis[start](), name);
}

const me = async (page: Page) => (await request(page, '/me')).text;
const templates = async (page: Page) => (await request(page, '/templates')).status;

const STARTS: readonly Start[] = ['startUserWorker', 'startMockServer'];

test("a user's worker responds to its requests, and Deckhand to its own", async ({ page, pages }) => {
  await open(page, pages, STARTS);
  expect([await me(page), await templates(page)]).toEqual(['{"name":"Ada"}', 200]);
  await page.reload();
  await open(page, pages, STARTS);
  expect([await me(page), await templates(page)]).toEqual(['{"name":"Ada"}', 200]);
  expect(pages.missed).toEqual([]);
});

const SUGGESTED_CALL = /^setupWorker\(\.\.\.deckhandHandlers\(deckhand\), \.\.\.handlers\)$/m;

test("a user's worker that has not started makes the start fail", async ({ page, pages }) => {
  await open(page, pages);
  expect(await page.evaluate(() => globalThis.startMockServer().catch(String))).toMatch(SUGGESTED_CALL);
});

test('a second worker that intercepts the requests makes a reset fail', async ({ page, pages }) => {
  await open(page, pages, STARTS);
  // msw 3 does not start a second worker.
  const outcome = await page.evaluate(() =>
    globalThis
      .startSecondWorker()
      .then(() => globalThis.deckhandSetup.reset())
      .catch(String),
  );
  expect(outcome).toMatch(new RegExp(`${SUGGESTED_CALL.source}|already replaced`, 'm'));
});

test('a service worker of the app that controls the page makes a reset fail', async ({ page, pages }) => {
  await open(page, pages, STARTS);
  expect(await templates(page)).toBe(200);
  const outcome = await page.evaluate(async () => {
    const controlled = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    );
    await navigator.serviceWorker.register('/app-worker.js');
    await controlled;
    return globalThis.deckhandSetup.reset().catch(String);
  });
  expect(outcome).toMatch(SUGGESTED_CALL);
});
