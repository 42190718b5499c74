import type { Page } from '@playwright/test';
import { expect, test as base } from './browser-test.js';
import { request } from './worker/app.js';
import { bundle, servePages, type Files, type Pages } from './worker/serve-pages.js';

/** The service worker of an app that takes its pages at once. */
const APP_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`;

const test = base.extend<{ pages: Pages }, { files: Files }>({
  files: [async ({}, use) => use(await bundle('own-worker-page.ts')), { scope: 'worker' }],
  pages: async ({ files }, use) => {
    const pages = await servePages(new Map([...files, ['/app-worker.js', APP_WORKER]]));
    await use(pages);
    await pages.close();
  },
});

type Start = 'startOwn' | 'startMockServer' | 'startSecond';

async function open(page: Page, { origin }: Pages, starts: readonly Start[] = []): Promise<void> {
  await page.goto(origin);
  await page.waitForFunction(() => 'startMockServer' in globalThis);
  for (const name of starts) await page.evaluate((start) => globalThis[start](), name);
}

const me = async (page: Page) => (await request(page, '/me')).text;
const templates = async (page: Page) => (await request(page, '/templates')).status;

const STARTS: readonly Start[] = ['startOwn', 'startMockServer'];

test('an own worker answers its requests, and Deckhand answers its own', async ({ page, pages }) => {
  await open(page, pages, STARTS);
  expect([await me(page), await templates(page)]).toEqual(['{"name":"Ada"}', 200]);
  await page.reload();
  await open(page, pages, STARTS);
  expect([await me(page), await templates(page)]).toEqual(['{"name":"Ada"}', 200]);
  expect(pages.missed).toEqual([]);
});

const LINE = /^setupWorker\(\.\.\.deckhandHandlers\(deckhand\), \.\.\.own\)$/m;

test('an own worker that has not started makes the start fail', async ({ page, pages }) => {
  await open(page, pages);
  expect(await page.evaluate(() => globalThis.startMockServer().catch(String))).toMatch(LINE);
});

test('a second worker that takes the requests makes a reset fail', async ({ page, pages }) => {
  await open(page, pages, STARTS);
  // msw 3 does not start a second worker.
  const outcome = await page.evaluate(() =>
    globalThis
      .startSecond()
      .then(() => globalThis.beside.reset())
      .catch(String),
  );
  expect(outcome).toMatch(new RegExp(`${LINE.source}|already replaced`, 'm'));
});

test('a service worker of the app that takes the page makes a reset fail', async ({ page, pages }) => {
  await open(page, pages, STARTS);
  expect(await templates(page)).toBe(200);
  const outcome = await page.evaluate(async () => {
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    );
    await navigator.serviceWorker.register('/app-worker.js');
    await taken;
    return globalThis.beside.reset().catch(String);
  });
  expect(outcome).toMatch(LINE);
});
