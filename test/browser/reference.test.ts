import { describe, expect } from 'vitest';
import { test as base } from './one-page-test.js';
import { barriers, servePanel, usePanel, watchPage, type Panel } from './panel-server.js';

const test = base.extend<{ readonly panel: Panel }>({
  panel: [async ({}, use) => usePanel(use), { scope: 'file' }],
});

describe('the API reference', () => {
  test('marks documented, assumed and guidance apart', async ({ page, panel: { url } }) => {
    const seen = watchPage(page, url);
    await page.goto(`${url}/_deckhand/docs`);
    await page.getByText('How to read the marks').last().waitFor();
    await page.getByText('Poll a generation job').first().click();
    await page.getByText('documented § 1, 2.2, 3, 4, 4.5').waitFor();
    const [documented, assumed, guidance] = await Promise.all(
      ['documented § 2.2, 4.5', 'assumed', 'guidance § 3, 4.5'].map((text) =>
        page
          .getByText(text, { exact: true })
          .first()
          .evaluate((mark) => getComputedStyle(mark).color),
      ),
    );
    expect(new Set([documented, assumed, guidance]).size).toBe(3);
    await page.getByText('The interface has a body, but no status code.').waitFor();
    expect(seen).toEqual([]);
  });

  test('tries an operation against this server, with the chosen key', async ({ page }) => {
    const { url, deckhand } = await servePanel();
    await page.goto(`${url}/_deckhand/docs`);
    await page.getByText('List the templates').first().click();
    await page.getByText('authorization: Bearer deckhand-dev-key').first().waitFor();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('tpl_pitch').first().waitFor();
    expect(deckhand.workspace('ws_dev').journal()).toHaveLength(1);
    await page.getByLabel('Try it with the key').fill('deckhand-other-key');
    await page.getByLabel('Try it with the key').blur();
    await page.getByRole('button', { name: 'Execute' }).click();
    await expect.poll(() => deckhand.workspace('ws_other').journal().length).toBe(1);
  });

  test.for([
    ['light', 1280],
    ['dark', 390],
  ] as const)('is accessible in %s, %i pixels wide', async ([colorScheme, width], { page, panel }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${panel.url}/_deckhand/docs`);
    await page.getByText('Start a generation job').first().click();
    await page.getByText('documented § 1, 3, 4, 4.4').waitFor();
    const execute = page.getByRole('button', { name: 'Execute' }).first();
    await execute.hover();
    // axe does not see text in the colour of its background.
    const [ink, ground] = await execute.evaluate(async (button) => {
      await Promise.all(button.getAnimations().map(({ finished }) => finished));
      const { color, backgroundColor } = getComputedStyle(button);
      return [color, backgroundColor];
    });
    expect(ink).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(4, 34, 45)');
    expect(ground).not.toBe(ink);
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});
