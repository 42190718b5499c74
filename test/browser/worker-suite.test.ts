/** The suite that every transport passes, run inside a page whose own worker answers. */
import { expect } from 'vitest';
import { test } from './browser-test.js';
import { bundle, servePages } from './worker/serve-pages.js';

test('a page’s worker answers as every transport does', async ({ page }) => {
  const pages = await servePages(await bundle('suite-page.ts'));
  try {
    await page.goto(pages.origin);
    await page.waitForFunction(() => 'outcomes' in globalThis);
    const outcomes = await page.evaluate(() => globalThis.outcomes);
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(outcomes.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(2);
    expect(outcomes.length).toBeGreaterThan(80);
  } finally {
    await pages.close();
  }
});
