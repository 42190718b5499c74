/** The file of msw's worker: the error of a page if it is missing, is another file, or has another version. */
import { expect } from '@playwright/test';
import { servePages } from './worker/serve-pages.js';
import { test } from './worker/worker-test.js';

const FILE = '/mockServiceWorker.js';
const COMMAND = 'Write it with "npx msw init public/"';

const CASES: readonly [string, string | undefined, boolean, string][] = [
  ['is missing', undefined, false, `There is no msw worker at ${FILE}: the server responds with 404.`],
  [
    'is the page of the app',
    undefined,
    true,
    `There is no msw worker at ${FILE}: the server responds with another file (text/html).`,
  ],
  [
    'has an old version, which never reports that it is ready',
    "/* Mock Service Worker (0.36.3). */ const INTEGRITY_CHECKSUM = '1';",
    false,
    `msw's worker at ${FILE} has version 0.36.3, which does not respond to the msw of this page.`,
  ],
];
for (const [what, text, isApp, message] of CASES)
  test(`the file of the worker ${what}: the console has the command`, async ({ context, files }) => {
    const changedFiles = new Map(files);
    if (text === undefined) changedFiles.delete(FILE);
    else changedFiles.set(FILE, text);
    const pages = await servePages(changedFiles, isApp);
    // Not the page of the fixture, which fails the test when the page throws.
    const page = await context.newPage();
    await page.clock.install();
    const thrown = page.waitForEvent('pageerror');
    await page.goto(pages.origin);
    if (text !== undefined) await page.clock.runFor('11');
    const error = await thrown;
    expect(error.message).toContain(message);
    expect(error.message).toContain(COMMAND);
    await page.close();
    await pages.close();
  });
