import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { clockOf, downloaded, eventually, rowOf, test } from './panel-test.js';

test('the masthead and the cards open another workspace', async ({ app, open, page }) => {
  await app.start('Harbour taxis');
  await open();
  await rowOf(page, 'Harbour taxis').waitFor();
  await page.getByLabel('Workspace', { exact: true }).selectOption('ws_other');
  await page.getByText('No jobs yet').waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/ws_other\/jobs$/);
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  await page.locator('.workspaces a', { hasText: app.id }).click();
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await rowOf(page, 'Harbour taxis').waitFor();
});

test('a key opens a sandbox, and stays out of the address', async ({ open, page }) => {
  await open('workspace');
  await page.getByLabel('Sandbox key').fill('sandbox-from-the-panel');
  await page.getByRole('button', { name: 'Open sandbox' }).click();
  await page.getByText('No jobs yet').waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/ws_sandbox_from-the-panel\/jobs$/);
  await page.goto(page.url().replace('ws_sandbox_from-the-panel', 'sandbox-by-hand'));
  await expect.poll(() => page.url()).toContain('#/ws_sandbox_by-hand/');
  await clockOf(page).waitFor();
});

test('the plan changes, and access to the API is switched off and on', async ({ app, open, page }) => {
  await open('workspace');
  await page.getByText('Requests with its keys are accepted.').waitFor();
  await page.getByRole('radio', { name: 'free' }).click();
  await page.getByText('Requests with its keys get 403.').waitFor();
  expect((await app.ask('/templates')).status).toBe(403);
  await page.getByRole('radio', { name: 'max' }).click();
  await page.getByText('Requests with its keys are accepted.').waitFor();
  await page.getByRole('switch', { name: 'API enabled' }).click();
  await page.getByText('Requests with its keys get 403.').waitFor();
  expect((await app.ask('/templates')).status).toBe(403);
});

test('parts of the workspace are reset, or all of it', async ({ app, open, page }) => {
  await app.start('Harbour taxis');
  await open('workspace');
  await page.getByLabel('Jobs, presentations').uncheck();
  await page.getByLabel('Clock: real time again').uncheck();
  const reset = page.getByRole('button', { name: 'Reset' });
  const question = page.getByRole('dialog', { name: 'Reset this workspace?' });
  await app.ask('/templates');
  await reset.click();
  await question.getByText('Traffic').waitFor();
  expect(await question.getByText('Jobs, presentations').count()).toBe(0);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(app.workspace.journal()).not.toEqual([]);
  await reset.click();
  await question.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Workspace reset.').waitFor();
  expect(app.workspace.journal()).toEqual([]);
  expect(app.workspace.jobs().length).toBe(1);
  await page.getByLabel('Jobs, presentations').check();
  await reset.click();
  await question.getByRole('button', { name: 'Reset' }).click();
  await eventually(async () => app.workspace.jobs().length, 0);
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByText('No jobs yet').waitFor();
});

test('the state is saved and loaded', async ({ app, open, page }) => {
  const job = await app.start('Harbour taxis');
  await open('workspace');
  const { name, text } = await downloaded(page, page.getByRole('button', { name: 'Save to a file' }));
  expect(name).toBe(`${app.id}-moment.json`);
  app.workspace.reset();
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.getByLabel('File of a saved state').setInputFiles(file);
  await page.getByText(`${name} loaded.`).waitFor();
  expect(app.workspace.job(job).prompt).toBe('Harbour taxis');
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
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
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
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
  await open('workspace');
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
