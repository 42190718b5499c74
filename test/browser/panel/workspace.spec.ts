import { Buffer } from 'node:buffer';
import { expect, type Page } from '@playwright/test';
import { clockOf, downloaded, rowOf, test } from './panel-test.js';

const openMenu = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Menu of the workspace' }).click();

test('the header opens another workspace, and a URL with a key opens its sandbox', async ({
  app,
  open,
  page,
}) => {
  await app.startJob('Harbour taxis');
  await open();
  await rowOf(page, 'Harbour taxis').waitFor();
  await page.getByLabel('Workspace', { exact: true }).selectOption('ws_other');
  await page.getByText('No jobs yet').waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/ws_other\/jobs$/);
  await page.goto(page.url().replace('ws_other', 'sandbox-by-hand'));
  // The key is removed from the URL.
  await expect.poll(() => page.url()).toContain('#/ws_sandbox_by-hand/');
  await clockOf(page).waitFor();
});

test('the menu switches the API off, and resets the workspace', async ({ app, open, page }) => {
  await app.startJob('Harbour taxis');
  await open();
  await openMenu(page);
  await page.getByRole('switch', { name: 'API enabled' }).click();
  await page.getByText('The API is off').waitFor();
  expect((await app.request('/templates')).status).toBe(403);
  await page.getByRole('button', { name: 'Reset the workspace' }).click();
  const question = page.getByRole('dialog', { name: 'Reset this workspace?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(app.workspace.jobs()).toHaveLength(1);
  await openMenu(page);
  await page.getByRole('button', { name: 'Reset the workspace' }).click();
  await question.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('No jobs yet').waitFor();
  expect(app.workspace.journal()).toEqual([]);
});

test('a snapshot is saved and restored', async ({ app, open, page }) => {
  const job = await app.startJob('Harbour taxis');
  await open();
  await openMenu(page);
  const save = page.getByRole('button', { name: 'Save a snapshot' });
  const { name, text } = await downloaded(page, save);
  expect(name).toBe(`${app.id}-snapshot.json`);
  app.workspace.reset();
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.getByLabel('Snapshot file').setInputFiles(file);
  await page.getByText(`${name} was restored.`).waitFor();
  expect(app.workspace.job(job).prompt).toBe('Harbour taxis');
  await rowOf(page, 'Harbour taxis').waitFor();
});
