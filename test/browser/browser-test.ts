/** `test` with a page of a context of its own in the running Chromium. A page that throws fails its test. */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject, test as base } from 'vitest';

interface BrowserFixtures {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
}

export const test = base.extend<BrowserFixtures>({
  browser: [
    async ({}, use) => {
      const browser = await chromium.connect(inject('chromium'));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser }, use) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(8_000);
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    const errors: Error[] = [];
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error));
    await use(page);
    expect(errors, 'errors thrown in the page').toEqual([]);
  },
});
