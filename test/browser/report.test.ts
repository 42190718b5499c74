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
async function open(page: Page, folder: string, report: Report, hash = ''): Promise<readonly string[]> {
  const file = join(folder, 'report.html');
  writeFileSync(file, reporters.html(report));
  const { href } = pathToFileURL(file);
  const seen = watchPage(page, href);
  await page.goto('about:blank');
  await page.goto(href + hash);
  await page.locator('output', { hasText: 'rules' }).waitFor({ state: 'attached' });
  return seen;
}

const cards = (page: Page): Promise<string[]> => page.locator('.card h3:visible').allInnerTexts();

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

test('a report of 2,000 exchanges fits and is filtered', async ({ page, folder }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const seen = await open(page, folder, largeReport);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('searchbox').fill('promise-33');
  await expect.poll(() => page.getByRole('status').innerText()).toBe('1 of 120 rules');
  expect(seen).toEqual([]);
});

test('the policy stops a script that is not the script of the report', async ({ page, folder }) => {
  const seen = await open(page, folder, fail);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.wasRun = true';
    document.body.append(script);
  });
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false);
  await expect.poll(() => seen.join()).toContain('Content Security Policy');
});

test('rules are filtered by text and outcome with the keyboard alone', async ({ page, folder }) => {
  await open(page, folder, fail);
  expect(await page.getByRole('status').innerText()).toBe('9 rules');
  await page.keyboard.press('/');
  await page.keyboard.type('decreases at the end');
  await expect.poll(() => page.getByRole('status').innerText()).toBe('1 of 9 rules');
  await expect
    .poll(() => cards(page))
    .toEqual([expect.stringContaining('tokens_used never decreases during a job')]);
  // The match is in a folded part, which the filter opens.
  expect(await page.getByText('tokens_used decreases at the end').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('status').innerText()).toBe('9 rules');
  expect(await page.getByText('tokens_used decreases at the end').isVisible()).toBe(false);
  await page.keyboard.press('Tab');
  for (const word of ['broken', 'not judged, bug in Deckhand', 'kept, with a warning']) {
    expect(await page.evaluate(() => document.activeElement?.closest('label')?.innerText.trim())).toBe(word);
    if (word !== 'kept, with a warning') await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  await expect.poll(() => page.getByRole('status').innerText()).toBe('1 of 9 rules');
  expect(await page.locator('main > section:visible h2').allInnerTexts()).toEqual([
    'Warnings',
    'All rules, by section of the interface',
  ]);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.keyboard.type('no such thing anywhere');
  await page.getByText('Nothing in this report matches the filter.').waitFor();
});

test('the jump list leads to rules and sections, also to hidden ones', async ({ page, folder }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, folder, fail);
  const jump = page.getByRole('navigation', { name: 'Jump to' });
  await page.getByRole('checkbox', { name: 'kept', exact: true }).check();
  await jump.getByRole('link', { name: 'Only a failed job shows an error' }).click();
  const target = page.locator('[id="job/error-only-in-its-states"]');
  await expect.poll(() => target.isVisible()).toBe(true);
  const top = (): Promise<number> => target.evaluate((one) => one.getBoundingClientRect().top);
  const bottomOfFilter = await page.getByRole('search').evaluate((one) => one.getBoundingClientRect().bottom);
  await expect.poll(top).toBeGreaterThanOrEqual(bottomOfFilter);
  await jump.getByRole('link', { name: '§ 4.5' }).click();
  await page.locator('[id="section-4.5"] td').first().waitFor();
  // A link from outside opens the same place.
  await open(page, folder, fail, '#section-2.2');
  await page.locator('[id="section-2.2"] td').first().waitFor();
});

test('the jump list is closed on a phone, and closes after a choice', async ({ page, folder }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, folder, fail);
  const link = page.getByRole('link', { name: 'Only a failed job shows an error' });
  expect(await link.isVisible()).toBe(false);
  await page.getByText('Jump to').click();
  await link.click();
  await link.waitFor({ state: 'hidden' });
});

test('bodies open with a click, are indented JSON whose objects fold, and cut bodies say so', async ({
  page,
  folder,
}) => {
  await open(page, folder, largeReport);
  const whole = page.locator('details.body:not([open])', { has: page.locator('.json') }).first();
  await whole.locator('> summary').click();
  const body = page.locator('details.body[open] .json').first();
  // The browser renders a card soon after it is near the visible part of the page.
  await body.evaluate((element) => element.scrollIntoView());
  const text = (): Promise<string> => body.innerText();
  await expect.poll(text).toContain('"presentation": { "id": "pres_1", "is_public": true },');
  await expect.poll(text).toContain('Cut here. The body has 6000 characters.');
  // A long list is folded at first.
  await expect.poll(text).toMatch(/"sections": \[\s*\d+ items, cut \]/);
  await body.locator('summary', { hasText: '"sections": [' }).click();
  await expect.poll(text).toContain('"notes": { "speaker": null, "seconds": 12.5 }');
});

test.for([1280, 800, 390])(
  'all figures of operations are in view at %i pixels',
  async (width, { page, folder }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, folder, fail);
    const table = page.locator('#operations .table');
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

test('a report is complete without its script', async ({ browser, folder }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  writeFileSync(join(folder, 'plain.html'), reporters.html(fail));
  await page.goto(pathToFileURL(join(folder, 'plain.html')).href);
  expect(await page.getByRole('search').isVisible()).toBe(false);
  await page.getByText('Jump to').click();
  await page.getByRole('link', { name: 'Only a failed job shows an error' }).click();
  await expect
    .poll(() => page.locator('.card:target h3').innerText())
    .toContain('Only a failed job shows an error');
  await context.close();
});

test('a report prints in light colours without its filter, with the folded parts of its cards', async ({
  page,
  folder,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await open(page, folder, fail);
  expect(await page.getByRole('search').isVisible()).toBe(false);
  expect(await page.getByRole('navigation').isVisible()).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(20, 33, 44)');
  const hidden = page.getByText('tokens_used decreases at the end');
  expect(await hidden.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
  await page.emulateMedia({ media: null });
});
