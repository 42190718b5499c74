/** `test` with pages that have the worker, at an origin of the test alone, without state of other tests. */
import { test as base } from '../browser-test.js';
import { bundle, servePages, type Files, type Pages } from './serve-pages.js';

interface WorkerFixtures {
  readonly pages: Pages;
}

interface FilesFixtures {
  readonly files: Files;
}

export const test = base.extend<WorkerFixtures, FilesFixtures>({
  files: [async ({}, use) => use(await bundle('page.ts')), { scope: 'worker' }],
  pages: async ({ files }, use) => {
    const pages = await servePages(files);
    await use(pages);
    await pages.close();
  },
});
