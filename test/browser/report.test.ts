/** The HTML report as people open it: one file from a disk. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { reporters, type Report } from '../../src/contract/index.js';
import { hostile } from '../contract/report/hostile.js';
import { largeReport } from '../contract/report/large-report.js';
import { baseline, fail, incomplete, pass, unreached } from '../contract/report/samples.js';
import { expectEveryLook, expectZoomed } from './looks.js';
import { test as base } from './one-page-test.js';
import { watchPage } from './panel-server.js';

const test = base.extend<{ readonly folder: string }>({
  folder: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'deckhand-report-'));
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: 'file' },
  ],
});

/** Opens the report from a file. @returns requests to other files and violations of the policy, as they happen */
async function open(page: Page, folder: string, report: Report): Promise<readonly string[]> {
  const file = join(folder, 'report.html');
  writeFileSync(file, reporters.html(report));
  const { href } = pathToFileURL(file);
  const seen = watchPage(page, href);
  await page.goto(href);
  return seen;
}

test.for(Object.entries({ fail, pass, incomplete, unreached, baseline, hostile }))(
  'the %s report is accessible and fits in both themes, and loads and runs nothing else',
  async ([, report], { browser, page, folder }) => {
    const seen: string[] = [];
    await expectEveryLook(page, async () => {
      seen.push(...(await open(page, folder, report)));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      // Everything is open, so that everything is checked.
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
    });
    expect(seen).toEqual([]);
    await expectZoomed(browser, pathToFileURL(join(folder, 'report.html')).href);
  },
);

test('a report of 2,000 exchanges fits on a phone, and its parts open with the keyboard', async ({
  page,
  folder,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const seen = await open(page, folder, largeReport);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const body = page.locator('details', { hasText: 'Response body of' }).first();
  await body.locator('> summary').focus();
  await page.keyboard.press('Enter');
  expect(await body.locator('pre').innerText()).toContain('"speaker": null');
  expect(seen).toEqual([]);
});

test('the policy stops every script', async ({ page, folder }) => {
  const seen = await open(page, folder, fail);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.wasRun = true';
    document.body.append(script);
  });
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false);
  await expect.poll(() => seen.join()).toContain('Content Security Policy');
});

test.for([1280, 800, 390])(
  'all figures of operations are in view at %i pixels',
  async (width, { page, folder }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, folder, fail);
    const operations = page.locator('details', { hasText: 'Operations' });
    await operations.locator('summary').click();
    const table = operations.locator('.table');
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const cells = await table.locator('td').all();
    for (const cell of cells) {
      const { x, width: size } = (await cell.boundingBox()) ?? { x: -1, width: 0 };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + size).toBeLessThanOrEqual(width);
    }
    expect(cells.length).toBeGreaterThan(5);
    await page.setViewportSize({ width: 1280, height: 800 });
  },
);

test('a report prints in light colours, with the folded parts of its cards', async ({ page, folder }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await open(page, folder, fail);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(20, 33, 44)');
  const hidden = page.getByText('tokens_used decreases at the end');
  expect(await hidden.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
  await page.emulateMedia({ media: null });
});
