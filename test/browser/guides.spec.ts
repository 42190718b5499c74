/** Follows docs/guides/build-a-front-end-offline.md, with the page that it builds in a browser. */
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { GuideReader } from '../docs/guide-reader.js';
import { UserProject } from '../docs/user-project.js';
import { chromiumOptions } from './find-chromium.js';
import { RUN_TIMEOUT_MS } from './playwright-run.js';

const PACKAGE = join(import.meta.dirname, '../..');

let project: UserProject;
let reader: GuideReader;

test.beforeEach(async () => {
  test.setTimeout(RUN_TIMEOUT_MS);
  project = new UserProject(PACKAGE, ['vite', '@playwright/test']);
  reader = await GuideReader.open('docs/guides/build-a-front-end-offline.md', project);
});
test.afterEach(async () => {
  await reader.close();
  project.remove();
});

async function makeDeck(page: Page): Promise<void> {
  await page.getByLabel('Prompt').fill('Harbour taxis');
  await page.getByRole('button', { name: 'Make the deck' }).click();
}

test(
  'the guide to a front end builds the page that it shows',
  { tag: '@long' },
  async ({ page, context }) => {
    const app = reader.at('http://localhost:5173');
    await reader.readTo('Choose a scenario');
    await page.goto(app);
    await makeDeck(page);
    await expect(page.getByRole('link')).toHaveText('Open “Harbour taxis”');

    await reader.readTo('Watch in the panel');
    const panel = await context.newPage();
    await panel.goto(reader.at('http://127.0.0.1:4010/_deckhand/'));
    await panel.getByLabel('Scenario for new jobs').selectOption('asks-a-question');
    await makeDeck(page);
    await expect(panel.getByText('awaiting_input').first()).toBeVisible();
    await expect(page.getByRole('status')).toHaveText('Starting …');

    await reader.readTo('Add the missing screen');
    const wall = await context.newPage();
    await wall.goto(reader.at('http://wall.localhost:4020/'));
    await wall.locator('button[aria-label="Next change"]:enabled').waitFor();
    await expect(wall.locator('[data-scenario]')).toHaveCount(18);
    await wall.close();

    // Vite reloads an open page when its files change.
    await page.goto('about:blank');
    await reader.readTo('Keep it with a test');
    await page.goto(app);
    await makeDeck(page);
    await page.getByLabel('Who is the audience').fill('Investors');
    await page.getByRole('button', { name: 'Answer' }).click();
    await expect(page.getByRole('link')).toHaveText('Open “Harbour taxis”');

    const { executablePath, channel, args } = await chromiumOptions();
    await reader.readTo(undefined, (code) =>
      code
        .replace(
          'use: {',
          `use: { ...${JSON.stringify({ channel, launchOptions: { executablePath, args } })},`,
        )
        .replace('npx vite', 'node node_modules/vite/bin/vite.js'),
    );
    expect(await reader.close(), reader.printed).toEqual([]);
    expect(reader.codes).toEqual([0, 0]);
  },
);
