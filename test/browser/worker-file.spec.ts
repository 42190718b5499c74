/** The file of msw's worker: what a page says if it is missing, is another file, or is of another version. */
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
    'is of an old version, which never says that it is ready',
    "/* Mock Service Worker (0.36.3). */ const INTEGRITY_CHECKSUM = '1';",
    false,
    `msw's worker at ${FILE} is of version 0.36.3, and does not respond to the msw of this page.`,
  ],
];
for (const [what, text, isApp, message] of CASES)
  test(`the file of the worker ${what}: the console has the command`, async ({ context, files }) => {
    const own = new Map(files);
    if (text === undefined) own.delete(FILE);
    else own.set(FILE, text);
    const pages = await servePages(own, isApp);
    // Not the page of the fixture, which fails the test when the page throws.
    const page = await context.newPage();
    await page.clock.install();
    const thrown = page.waitForEvent('pageerror');
    await page.goto(pages.origin);
    if (text !== undefined) await page.clock.runFor('11');
    const { message: told } = await thrown;
    expect(told).toContain(message);
    expect(told).toContain(COMMAND);
    await page.close();
    await pages.close();
  });
