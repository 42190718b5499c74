import { expect, type Locator, type Page } from '@playwright/test';
import { rowOf, test } from './panel-test.js';

const active = (page: Page): Locator => page.locator('.active-faults li');

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next response…' }).click();
  await page.getByRole('heading', { name: 'The next poll' }).waitFor();
}

test('active faults are removed, one or all', async ({ app, open, page }) => {
  await open();
  for (const [index, name] of [/^429 with/, /^500/, /^503/].entries()) {
    await openMenu(page);
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: `Next response… ${index + 1} active` }).waitFor();
  }
  await openMenu(page);
  await expect(active(page)).toContainText([
    /^Next poll gets 503\./,
    /^Next poll gets 500\..* after fault 1$/,
    /^Next poll gets 429 .* after fault 1$/,
  ]);
  await page.getByRole('button', { name: 'Remove: Next poll gets 500.' }).click();
  await expect(active(page)).toHaveCount(2);
  expect(app.workspace.faults()).toHaveLength(2);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(active(page)).toHaveCount(0);
  expect(app.workspace.faults()).toEqual([]);
});

test('a fault is for the polls of the open job, unless it has ended', async ({ app, open, page }) => {
  const running = await app.startJob('Harbour taxis', 'never-ends');
  const ended = await app.startJob('Lighthouses', 'instant');
  for (const [job, heading] of [
    [running, 'The next poll of “Harbour taxis”'],
    [ended, 'The next poll'],
  ] as const) {
    await open(`jobs/${job}`);
    await rowOf(page, 'Lighthouses').waitFor();
    await page.getByRole('button', { name: /^Next response…/ }).click();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page.getByRole('button', { name: /^503/ }).click();
  }
  await expect.poll(() => app.workspace.faults().map(({ job }) => job)).toEqual([undefined, running]);
});

test('a fallback is listed after all other faults', async ({ app, open, page }) => {
  app.workspace.addFault({ operation: 'listTemplates', fallback: true, response: { status: 200 } });
  await open();
  await openMenu(page);
  await page.getByRole('button', { name: /^503/ }).click();
  await page.getByRole('button', { name: 'Next response… 2 active' }).click();
  await expect(active(page)).toContainText(['Next poll gets 503.', 'only if no other fault matches']);
});
