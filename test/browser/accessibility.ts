/** The themes and widths in which every page is accessible and fits, and 200 % zoom. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Browser, type ConsoleMessage, type Page, type Request } from '@playwright/test';
import type axe from 'axe-core';

export const THEMES_AND_WIDTHS = [
  ['light', 1280],
  ['dark', 390],
] as const;

/** @param open brings the page into its state, after a change of theme or width */
export async function expectAccessibleEverywhere(page: Page, open: () => Promise<unknown>): Promise<void> {
  for (const [colorScheme, width] of THEMES_AND_WIDTHS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await open();
    expect(await axeViolations(page), `${colorScheme}, ${width} pixels`).toEqual([]);
    expect(await widthOf(page)).toBe(width);
  }
}

/** Opens the URL in windows of 1280 and 640 pixels at 200 % zoom: half as wide, with twice the pixels. */
export async function expectUsableAt200Percent(browser: Browser, url: string): Promise<void> {
  for (const width of [640, 320]) {
    const context = await browser.newContext({ viewport: { width, height: 400 }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    await page.goto(url);
    expect(await widthOf(page), `${url} at 200 %`).toBe(width);
    await context.close();
  }
}

/** Larger than the window if the page overflows horizontally. */
export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The accessibility violations of the page in its current state, including shadow roots. */
export async function axeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} ${html.slice(0, 200)}`).join('\n')}`,
    );
  });
}

/** Requests of the page to other hosts, and console errors such as CSP violations. The array is filled while the page runs. */
export function collectPageErrors(page: Page, url: string): string[] {
  const errors: string[] = [];
  page.on('request', (request: Request) => {
    if (!request.url().startsWith(url)) errors.push(`requested ${request.url()}`);
  });
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}
