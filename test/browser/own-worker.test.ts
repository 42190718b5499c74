import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test as base } from './one-page-test.js';
import { ask, consoleLines } from './worker/app.js';
import { bundle, servePages, type Files, type Pages } from './worker/serve-pages.js';

const test = base.extend<{ files: Files; pages: Pages }>({
  files: [async ({}, use) => use(await bundle('own-worker-page.ts')), { scope: 'worker' }],
  pages: async ({ files }, use) => {
    const pages = await servePages(files);
    await use(pages);
    await pages.close();
  },
});

type Start = 'startOwn' | 'startStandIn';

async function open(page: Page, { origin }: Pages, starts: readonly Start[] = []): Promise<void> {
  await page.goto(origin);
  await page.waitForFunction(() => 'startStandIn' in globalThis);
  for (const name of starts) await page.evaluate((start) => globalThis[start](), name);
}

const me = async (page: Page) => (await ask(page, '/me')).text;
const templates = async (page: Page) => (await ask(page, '/templates')).status;

describe.each<{ order: string; starts: readonly Start[] }>([
  { order: 'first', starts: ['startOwn', 'startStandIn'] },
  { order: 'second', starts: ['startStandIn', 'startOwn'] },
])('an own worker that starts $order', ({ starts }) => {
  test('answers its requests, and Deckhand answers its own', async ({ ownPage: page, pages }) => {
    await open(page, pages, starts);
    expect([await me(page), await templates(page)]).toEqual(['{"name":"Ada"}', 200]);
    await page.reload();
    await open(page, pages, starts);
    expect([await me(page), await templates(page)]).toEqual(['{"name":"Ada"}', 200]);
    expect(pages.missed).toEqual([]);
  });

  test('starts one job for one request', async ({ ownPage: page, pages }) => {
    await open(page, pages, starts);
    await ask(page, '/presentations/generate', { json: { prompt: 'Harbour taxis' } });
    expect(await page.evaluate(() => globalThis.beside.journal().length)).toBe(1);
  });

  test('goes on when Deckhand stops', async ({ ownPage: page, pages }) => {
    await open(page, pages, starts);
    await page.evaluate(() => globalThis.beside.stop());
    expect([await me(page), await templates(page)]).toEqual(['{"name":"Ada"}', 404]);
    await page.evaluate(() => globalThis.startStandIn());
    expect([await me(page), await templates(page)]).toEqual(['{"name":"Ada"}', 200]);
  });

  test('can stop before Deckhand', async ({ ownPage: page, pages }) => {
    await open(page, pages, starts);
    await page.evaluate(() => globalThis.own.stop());
    await expect.poll(() => templates(page)).toBe(200);
    expect((await ask(page, '/me')).status).toBe(404);
  });
});

test('waits for an own worker that is still starting', async ({ ownPage: page, pages }) => {
  await open(page, pages);
  await page.evaluate(async () => {
    const started = globalThis.startOwn();
    await globalThis.startStandIn();
    await started;
  });
  expect([await me(page), await templates(page)]).toEqual(['{"name":"Ada"}', 200]);
});

test('sends no other request when there is no own worker', async ({ ownPage: page, pages }) => {
  const lines = consoleLines(page);
  await open(page, pages, ['startStandIn']);
  expect(await templates(page)).toBe(200);
  expect([pages.missed, lines]).toEqual([[], []]);
});
