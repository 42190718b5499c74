/** `test` with one page for the whole file: opening a page takes longer than many tests do. */
import type { Page } from 'playwright-core';
import { newContext, test as base, useWatched, VIEWPORT } from './browser-test.js';

interface OnePageFixtures {
  readonly pageOfFile: Page;
  /** The page of the file. A test that leaves a state that the next test does not replace uses `ownPage`. */
  readonly page: Page;
  /** For tests that change storage, route or watch requests, or look at how a page starts. */
  readonly ownPage: Page;
}

export const test = base.extend<OnePageFixtures>({
  pageOfFile: [
    async ({ browser }, use) => {
      const context = await newContext(browser);
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'file' },
  ],
  page: async ({ pageOfFile: page, task }, use) => {
    await useWatched(page, async (watched) => {
      await use(watched);
      await page.setViewportSize(VIEWPORT);
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
      // The state that a failed test leaves is unknown.
      if (task.result?.state === 'fail') await page.goto('about:blank');
    });
  },
  ownPage: async ({ context }, use) => {
    await useWatched(await context.newPage(), use);
  },
});
