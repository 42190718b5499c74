/** What people do besides the ten tasks: start with a prompt, connect an app, move in time, and find a job. */
import { expect } from 'vitest';
import { servePanel } from '../panel-server.js';
import { eventually, rowOf, test } from './panel-test.js';

test('a job that cannot start says why beside its form', async ({ app, open, page }) => {
  await open();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Start a job' });
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill('x [scenario: nope]');
  await dialog.getByRole('button', { name: 'Start job' }).click();
  await dialog.getByRole('alert').getByText('There is no scenario "nope"').waitFor();
  expect(app.workspace.jobs()).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Prompt' }).press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('an app connects with the address, the key and the lines that the panel shows', async ({
  app,
  open,
  page,
}) => {
  await open('scenarios');
  await page.getByRole('button', { name: 'Connect your app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect your app' });
  const env = (await dialog.getByRole('region', { name: 'Lines for .env' }).textContent()) ?? '';
  const values = Object.fromEntries(env.split('\n').map((line) => line.split('=')));
  const templates = await fetch(`${values['DECKHAND_BASE_URL']}/templates`, {
    headers: { 'x-api-key': values['DECKHAND_API_KEY'] ?? '' },
  });
  expect(templates.status).toBe(200);
  expect(app.workspace.journal()).toHaveLength(1);
});

test('a new key is made where the panel cannot know the keys', async ({ ownPage: page }) => {
  const { url } = await servePanel([], { keys: { 'a-secret-key': 'ws_team' } });
  await page.goto(`${url}/_deckhand/#/ws_team/scenarios`);
  await page.getByRole('button', { name: 'Connect your app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect your app' });
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  const key = (await dialog.locator('code.key', { hasText: /^dk_/ }).textContent()) ?? '';
  const templates = await fetch(`${url}/api/v1/templates`, { headers: { 'x-api-key': key } });
  expect(templates.status).toBe(200);
});

test('the clock stops before a job asks, and before it ends', async ({ app, open, page }) => {
  const job = await app.start('Harbour taxis', 'unanswered-question');
  const other = await app.start('Lighthouses', 'instant');
  await open(`jobs/${job}`);
  const { started_at: started } = app.workspace.job(job);
  const elapsed = async (): Promise<number> => app.workspace.clock.now() - Date.parse(started);
  await page.getByRole('button', { name: 'Stop before it asks' }).click();
  await eventually(elapsed, 1000);
  await page.getByRole('button', { name: 'Next event of this job' }).click();
  await eventually(elapsed, 2000);
  await page.getByRole('button', { name: 'Stop before it fails' }).click();
  await eventually(elapsed, 31_000);
  expect((await (await app.poll(job)).json()).status).toBe('awaiting_input');
  await page.getByRole('button', { name: 'Next event of this job' }).click();
  expect((await (await app.poll(other)).json()).status).toBe('completed');
  await rowOf(page, 'Harbour taxis').getByText('Failed').waitFor();
  // Finished, although the clock stands exactly at the end.
  expect(await rowOf(page, 'Harbour taxis').locator('.future').count()).toBe(0);
});

test('a click on a bar shows that moment, which is in the address, and the clock can go there', async ({
  app,
  open,
  page,
}) => {
  const job = await app.start('Harbour taxis');
  await open();
  const parts = rowOf(page, 'Harbour taxis').locator('.parts');
  const { width = 0, height = 0 } = (await parts.boundingBox()) ?? {};
  await parts.click({ position: { x: width / 2, y: height / 2 } });
  const body = page.getByRole('region', { name: 'Status response' });
  await body.getByText('"progress"').waitFor();
  await expect.poll(() => page.url()).toMatch(/jobs\/gen_\w+\?at=/);
  const shown = await body.textContent();
  await page.reload();
  await expect.poll(() => body.textContent()).toBe(shown);
  const before = app.workspace.clock.now();
  await page.getByRole('button', { name: /^Go to \+\d.* and pause$/ }).click();
  await expect.poll(() => app.workspace.clock.now()).toBeGreaterThan(before);
  await expect
    .poll(async () => JSON.stringify(JSON.parse((await body.textContent()) ?? '')))
    .toBe(JSON.stringify(app.workspace.job(job).view));
  await expect.poll(() => page.url()).not.toContain('at=');
});

test('a tick leads to its exchange, and the exchange back to the moment of the job', async ({
  app,
  open,
  page,
}) => {
  const job = await app.start('Harbour taxis');
  app.workspace.clock.advance('5s');
  await app.poll(job);
  const { sequence } = app.workspace.journal().at(-1) ?? { sequence: 0 };
  await open(`jobs/${job}`);
  const ticks = page.locator('.scrubber .ticks');
  const { width = 0 } = (await ticks.boundingBox()) ?? {};
  const position = await ticks.locator('path.poll').evaluate((path) => {
    const [, x = '0'] = /M([\d.]+)/.exec(path.getAttribute('d') ?? '') ?? [];
    return Number(x) / 1000;
  });
  await ticks.click({ position: { x: position * width, y: 4 } });
  await page.getByRole('heading', { name: `Exchange ${sequence}` }).waitFor();
  await page.locator('.pairs').getByRole('link', { name: job }).click();
  await page.getByRole('button', { name: 'Back to now' }).waitFor();
  await expect.poll(() => page.url()).toContain(`jobs/${job}?at=`);
});

test('jobs are found by words and by status, with counts', async ({ app, open, page }) => {
  await app.start('Harbour taxis', 'asks-a-question');
  await app.start('Lighthouses', 'instant');
  await app.start('Harbour cranes');
  app.workspace.clock.advance('4s');
  await open();
  const rows = page.locator('.job.row');
  await eventually(() => rows.count(), 3);
  await page.getByRole('button', { name: 'awaiting_input 1' }).click();
  await eventually(() => rows.count(), 1);
  await rowOf(page, 'Harbour taxis').waitFor();
  await page.getByRole('button', { name: 'All 3' }).click();
  await page.getByLabel('Search jobs').fill('harbour');
  await eventually(() => rows.count(), 2);
  // The counts are those of the search.
  await page.getByRole('button', { name: 'All 2' }).waitFor();
  expect(await page.getByRole('button', { name: /^completed/ }).count()).toBe(0);
  await page.reload();
  await eventually(() => rows.count(), 2);
  await page.getByLabel('Search jobs').fill('airport');
  await page.getByRole('button', { name: 'Show all' }).click();
  await eventually(() => rows.count(), 3);
});
