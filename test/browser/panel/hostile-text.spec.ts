/** The panel shows untrusted strings as text: they create no element, and no script in them runs. */
import { expect, type Page } from '@playwright/test';
import { parseScenarioObject } from '../../../src/scenario/compile-object.js';
import { test } from './panel-test.js';

const MARKUP = `<img src=x onerror="globalThis.wasRun = true"><script>globalThis.wasRun = true</script><b id="made">{{7*7}}</b>`;

async function nothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false);
  await expect(page.locator('#made, img')).toHaveCount(0);
}

test('markup in a prompt, a question, an error and a title is text', async ({ app, open, page }) => {
  const asks = await app.startJob(MARKUP);
  const fails = await app.startJob(MARKUP);
  const done = await app.startJob(MARKUP);
  app.workspace.askQuestion(asks, MARKUP);
  app.workspace.failJob(fails, MARKUP);
  app.workspace.completeJob(done, MARKUP.slice(0, 200));
  await open();
  await expect(page.locator('.job .row-link').first()).toHaveText(MARKUP);
  for (const job of [asks, fails, done]) {
    await open(`jobs/${job}`);
    await page.getByRole('region', { name: 'Status response' }).waitFor();
    await expect(page.locator('.full-prompt')).toHaveText(MARKUP);
    await nothingRan(page);
  }
  await open(`jobs/${asks}`);
  await expect(page.locator('blockquote')).toHaveText(MARKUP);
  await page.getByRole('button', { name: 'Next event', exact: true }).click();
  await nothingRan(page);
});

test('markup in headers, URLs and bodies is text', async ({ app, open, page }) => {
  await app.request(`/templates?q=${encodeURIComponent(MARKUP)}`, {
    headers: { 'user-agent': MARKUP, 'x-deckhand-scenario': MARKUP },
  });
  await app.request('/presentations/generate', { method: 'POST', body: MARKUP });
  for (const { sequence } of app.workspace.journal()) {
    await open(`traffic/${sequence}`);
    await page.getByRole('heading', { name: 'Request', exact: true }).waitFor();
    await nothingRan(page);
  }
  await expect(page.getByRole('region', { name: 'Body of the request' })).toHaveText(MARKUP);
  await open(`traffic/${app.workspace.journal()[0]?.sequence}`);
  const agent = page.locator('.headers div', { hasText: 'user-agent' }).locator('dd');
  await expect(agent).toHaveText(MARKUP);
});

test('markup in a scenario is text, in its row and in its source', async ({
  app,
  open,
  page,
  mockServer,
}) => {
  const scenario = {
    title: MARKUP.slice(0, 80),
    description: MARKUP,
    steps: [
      { generate: { for: '1h', slides: '0%..100%', current_step: MARKUP } },
      { fail: { error: MARKUP } },
    ],
  };
  mockServer.deckhand.library.set(parseScenarioObject('markup', scenario).timeline);
  await open('scenarios/markup');
  const row = page.locator('.scenario.row', { has: page.getByRole('link', { name: 'markup' }) });
  await expect(row.locator('.row-main .step')).toHaveText(scenario.title);
  expect(await page.locator('.detail .preformatted').textContent()).toContain(MARKUP);
  expect(await page.getByRole('region', { name: 'Text of the scenario markup' }).textContent()).toContain(
    'onerror',
  );
  await nothingRan(page);
  const job = await app.startJob('Harbour taxis', 'markup');
  await app.pollJob(job);
  app.workspace.clock.advance('1s');
  await open(`jobs/${job}`);
  await page.locator('.scrubber .part').first().waitFor();
  await nothingRan(page);
});
