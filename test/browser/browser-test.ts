/** `test` with a page in its own context of the worker's Chromium. A page that throws an error fails its test. */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { expect, test as base } from 'vitest';
import { built } from '../built.js';

interface BrowserFixtures {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
}

export const VIEWPORT = { width: 1280, height: 800 };

export const test = base.extend<BrowserFixtures>({
  browser: [
    async ({}, use) => {
      await built('panel');
      const browser = await chromium.launch(await built('chromium'));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser }, use) => {
    const context = await newContext(browser);
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    await useWatched(await context.newPage(), use);
  },
});

export async function newContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...options });
  // Shorter than the time limit of a test, so that a failure names the missing element.
  context.setDefaultTimeout(25_000);
  return context;
}

/** Passes the page to a test, and fails the test if the page throws meanwhile. */
export async function useWatched(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const errors: Error[] = [];
  const note = (error: Error): number => errors.push(error);
  page.on('pageerror', note);
  await use(page);
  page.off('pageerror', note);
  expect(errors, 'errors thrown in the page').toEqual([]);
}
