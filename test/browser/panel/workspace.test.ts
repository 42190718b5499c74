import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { clockOf, downloaded, rowOf, test } from './panel-test.js';

const openMenu = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Menu of the workspace' }).click();

test('the masthead opens another workspace, and the address opens the sandbox of a key', async ({
  app,
  open,
  page,
}) => {
  await app.start('Harbour taxis');
  await open();
  await rowOf(page, 'Harbour taxis').waitFor();
  await page.getByLabel('Workspace', { exact: true }).selectOption('ws_other');
  await page.getByText('No jobs yet').waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/ws_other\/jobs$/);
  await page.goto(page.url().replace('ws_other', 'sandbox-by-hand'));
  // The key does not stay in the address.
  await expect.poll(() => page.url()).toContain('#/ws_sandbox_by-hand/');
  await clockOf(page).waitFor();
});

test('the menu switches the API off, and resets the workspace', async ({ app, open, page }) => {
  await app.start('Harbour taxis');
  await open();
  await openMenu(page);
  await page.getByRole('switch', { name: 'API enabled' }).click();
  await page.getByText('The API is off').waitFor();
  expect((await app.ask('/templates')).status).toBe(403);
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

test('the state is saved and loaded', async ({ app, open, page }) => {
  const job = await app.start('Harbour taxis');
  await open();
  await openMenu(page);
  const save = page.getByRole('button', { name: 'Save the state to a file' });
  const { name, text } = await downloaded(page, save);
  expect(name).toBe(`${app.id}-moment.json`);
  app.workspace.reset();
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.getByLabel('File of a saved state').setInputFiles(file);
  await page.getByText(`${name} is loaded.`).waitFor();
  expect(app.workspace.job(job).prompt).toBe('Harbour taxis');
  await rowOf(page, 'Harbour taxis').waitFor();
});

const loadState = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByLabel('File of a saved state')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

test('a background request does not remove a newer error message', async ({ app, open, ownPage: page }) => {
  await open('jobs', page);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_deckhand/api/workspaces', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Workspace', { exact: true }).focus();
  await loadState(page, 'notes.json', 'not at all');
  const note = page.getByRole('status').getByText('notes.json is not JSON.');
  await note.waitFor();
  await app.ask('/templates', { headers: { 'x-api-key': 'sandbox-late' } });
  release();
  await page.locator('.switcher option', { hasText: 'ws_sandbox_late' }).waitFor({ state: 'attached' });
  expect(await note.count()).toBe(1);
});

test('a damaged file, or one that is not a saved state, is refused with the reason', async ({
  app,
  open,
  page,
}) => {
  await open();
  const load = (name: string, text: string): Promise<void> => loadState(page, name, text);
  await load('notes.json', 'not at all');
  await page.getByRole('status').getByText('notes.json is not JSON.').waitFor();
  for (const text of ['{"a": 1}', '[]', '7']) {
    await load('other.json', text);
    const said = page.locator('.said', { hasText: 'other.json' });
    await said.getByText('other.json is not a saved state that can be loaded: ').waitFor();
    expect((await said.innerText()).match(/\. /g) ?? []).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  const moment = app.workspace.save();
  await load('damaged.json', JSON.stringify({ ...moment, savedAt: 'now' }));
  await page.getByRole('status').getByText('savedAt').waitFor();
});
