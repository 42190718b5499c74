/** The HTML report as people open it: one file from a disk. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { reporters, type Report } from '../../src/judge/index.js';
import { hostileReport } from '../judge/report/hostile.js';
import { largeReport } from '../judge/report/large-report.js';
import { baseline, fail, incomplete, pass, notCovered } from '../judge/report/samples.js';
import { expect, test } from './browser-test.js';
import {
  expectAccessibleEverywhere,
  expectUsableAt200Percent,
  collectPageErrors,
  widthOf,
} from './accessibility.js';

/** Opens the report from a file. @returns requests to other files and violations of the policy, as they happen */
async function open(page: Page, file: string, report: Report): Promise<readonly string[]> {
  writeFileSync(file, reporters.html(report));
  const { href } = pathToFileURL(file);
  const seen = collectPageErrors(page, href);
  await page.goto(href);
  return seen;
}

test(
  'every kind of report is accessible and fits in both themes, and loads and runs nothing else',
  { tag: '@long' },
  async ({ browser, page }, testInfo) => {
    for (const [name, report] of Object.entries({
      fail,
      pass,
      incomplete,
      unreached: notCovered,
      baseline,
      hostile: hostileReport,
    }))
      await test.step(name, async () => {
        const seen: string[] = [];
        const file = testInfo.outputPath(`${name}.html`);
        await expectAccessibleEverywhere(page, async () => {
          seen.push(...(await open(page, file, report)));
          // Everything is open, so that everything is checked.
          await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
        });
        expect(seen).toEqual([]);
        await expectUsableAt200Percent(browser, pathToFileURL(file).href);
      });
  },
);

test('a report of 2,000 exchanges fits on a phone, and its parts open with the keyboard', async ({
  page,
}, testInfo) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const seen = await open(page, testInfo.outputPath('report.html'), largeReport);
  expect(await widthOf(page)).toBe(390);
  const body = page.locator('details', { hasText: 'Response body of' }).first();
  await body.locator('> summary').focus();
  await page.keyboard.press('Enter');
  await expect(body.locator('pre')).toContainText('"speaker": null');
  expect(seen).toEqual([]);
});

test('the policy stops every script', async ({ page }, testInfo) => {
  const seen = await open(page, testInfo.outputPath('report.html'), fail);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.wasRun = true';
    document.body.append(script);
  });
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false);
  await expect.poll(() => seen.join()).toContain('Content Security Policy');
});
