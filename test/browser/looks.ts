/** The themes and widths in which every page is accessible and fits, and 200 % zoom. */
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newContext } from './browser-test.js';
import { barriers } from './panel-server.js';

export const LOOKS = [
  ['light', 1280],
  ['dark', 390],
] as const;

/** @param open brings the page into its state, after a change of theme or width */
export async function expectEveryLook(page: Page, open: () => Promise<unknown>): Promise<void> {
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await open();
    expect(await barriers(page), `${colorScheme}, ${width} pixels`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

/** The address in windows of 1280 and 640 pixels at 200 % zoom: half as wide, with twice the pixels. */
export async function expectZoomed(browser: Browser, url: string): Promise<void> {
  for (const width of [640, 320]) {
    const context = await newContext(browser, { viewport: { width, height: 400 }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    await page.goto(url);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${url} at 200 %`).toBe(width);
    await context.close();
  }
}
