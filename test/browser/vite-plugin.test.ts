/** A real page on Vite's dev server with the plugin: same origin, no worker, no second server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { startVite, viteProject, type Project } from '../integrations/vite-server.js';
import { test } from './browser-test.js';

const file = (name: string): string => readFileSync(join(import.meta.dirname, 'vite-plugin', name), 'utf8');

const project = (): Project =>
  viteProject({
    'index.html': file('index.html'),
    'deck-page.ts': file('deck-page.ts'),
    'scenarios/mine.yaml': story('The first version.'),
  });

const story = (error: string): string => `title: Mine
description: Fails at once.
match: { prompt: mine }
steps:
  - fail: { error: ${error} }
`;

async function makeDeck(page: Page, prompt = 'Harbour taxis'): Promise<void> {
  await page.getByLabel('Prompt').fill(prompt);
  await page.getByRole('button').click();
}

/** Waits until the page shows this state of the job. */
function shown(page: Page, what: string): Promise<void> {
  return page.locator('output', { hasText: what }).waitFor();
}

test('makes a deck and opens it, and advances the clock from the page', async ({ page }) => {
  const vite = await startVite(project().config({}, { base: '/app/' }));
  await page.goto(`${vite.origin}/app/`);
  await makeDeck(page);
  await shown(page, 'generating');
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ by: '1h' });
    const headers = { 'content-type': 'application/json' };
    const path = '/_deckhand/api/workspaces/ws_dev/clock/advance';
    return (await fetch(path, { method: 'POST', headers, body })).status;
  });
  expect(status).toBe(200);
  await page.getByRole('link', { name: 'Harbour taxis' }).click();
  await page.getByRole('heading', { name: 'Harbour taxis' }).first().waitFor();
  expect(new URL(page.url()).origin).toBe(vite.origin);
});

test('plays a saved scenario without a reload of the page', async ({ page }) => {
  const { config, said, write } = project();
  const vite = await startVite(config({ scenarios: 'scenarios' }, { server: { ws: {} } }));
  await page.goto(vite.origin);
  await page.evaluate(() => (document.title = 'Not reloaded'));
  await makeDeck(page, 'mine');
  await shown(page, 'The first version.');
  write('scenarios/mine.yaml', story('The second version.'));
  await said.line('reloaded mine');
  await makeDeck(page, 'mine');
  await shown(page, 'The second version.');
  expect(await page.title()).toBe('Not reloaded');
});

test('of another origin cannot control the mock server', async ({ page }) => {
  const vite = await startVite(project().config());
  const other = await startVite(project().config());
  await page.goto(other.origin);
  const outcome = await page.evaluate((origin) => {
    const path = `${origin}/_deckhand/api/workspaces/ws_dev/clock/pause`;
    // Browsers send this kind of request to other origins without a preflight.
    return fetch(path, { method: 'POST', mode: 'no-cors' }).then(
      () => 'answered',
      () => 'refused',
    );
  }, vite.origin);
  expect(outcome).toBe('refused');
  const workspace = await (await vite.get('/_deckhand/api/workspaces/ws_dev')).json();
  expect(workspace.clock.paused).toBe(false);
});
