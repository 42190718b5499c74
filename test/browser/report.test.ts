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
