/** `test` whose page stays for its file: to have one made costs many a test more than what it does there. */
import type { Page } from 'playwright-core';
import { newContext, test as base, useWatched, VIEWPORT } from './browser-test.js';

interface OnePageFixtures {
  readonly pageOfFile: Page;
  /** The page of the file. A test that leaves more behind than the next one replaces has `ownPage`. */
  readonly page: Page;
  /** For those that change what is kept in storage, steer or watch requests, or look at how a page begins. */
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
      // Nobody knows what a test has left that got only half through.
      if (task.result?.state === 'fail') await page.goto('about:blank');
    });
  },
  ownPage: async ({ context }, use) => {
    await useWatched(await context.newPage(), use);
  },
});
