/** The suite of every transport, run in a page with its own worker. */
import { expect, test } from './browser-test.js';
import { bundle, servePages } from './worker/serve-pages.js';

test('the worker of a page responds like every transport', async ({ page }) => {
  const pages = await servePages(await bundle('suite-page.ts'));
  try {
    await page.goto(pages.origin);
    await page.waitForFunction(() => 'outcomes' in globalThis);
    const outcomes = await page.evaluate(() => globalThis.outcomes);
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(outcomes.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(1);
    expect(outcomes.length).toBeGreaterThan(20);
  } finally {
    await pages.close();
  }
});
