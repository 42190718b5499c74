/** Pages on Vite's dev server with the plugin: same origin, no worker, no second server. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createServer, type InlineConfig, type ViteDevServer } from 'vite';
import { deckhand, type DeckhandPluginOptions } from '../../src/integrations/vite.js';
import { test as base } from './browser-test.js';
import { clockOf, rowOf } from './panel/panel-test.js';

interface ViteApp {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly write: (file: string, text: string) => void;
  readonly read: (file: string) => string;
}

interface ViteFixtures {
  /** Starts a server in a folder of its own, which runs until the test is over. */
  readonly start: (options?: DeckhandPluginOptions, config?: InlineConfig) => Promise<ViteApp>;
}

const test = base.extend<ViteFixtures>({
  start: async ({}, use, testInfo) => {
    const servers: ViteDevServer[] = [];
    await use(async (options = {}, config = {}) => {
      const root = testInfo.outputPath(`app-${servers.length}`);
      const write = (file: string, text: string): void => {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), text);
      };
      for (const file of ['index.html', 'deck-page.ts'])
        write(file, readFileSync(join(import.meta.dirname, 'vite-plugin', file), 'utf8'));
      write('scenarios/mine.yaml', scenarioYaml('The first version.'));
      const server = await createServer({
        configFile: false,
        logLevel: 'silent',
        root,
        server: { host: '127.0.0.1', port: 0 },
        ...config,
        plugins: [deckhand(options)],
      });
      servers.push(server);
      await server.listen();
      const read = (file: string): string => readFileSync(join(root, file), 'utf8');
      return { origin: new URL(server.resolvedUrls?.local[0] ?? '').origin, write, read };
    });
    await Promise.all(servers.map((server) => server.close()));
  },
});

const scenarioYaml = (error: string): string => `title: Mine
description: ${error}
match: { prompt: mine }
steps:
  - fail: { error: ${error} }
`;

async function makeDeck(page: Page, prompt = 'Harbour taxis'): Promise<void> {
  await page.getByLabel('Prompt').fill(prompt);
  await page.getByRole('button').click();
}

const state = (page: Page) => page.locator('output');

test('a page makes a deck and opens it, and advances the clock', async ({ page, start }) => {
  const { origin } = await start({}, { base: '/app/' });
  await page.goto(`${origin}/app/`);
  await makeDeck(page);
  await expect(state(page)).toHaveText('generating');
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ by: '1h' });
    const headers = { 'content-type': 'application/json' };
    const path = '/_deckhand/api/workspaces/ws_dev/clock/advance';
    return (await fetch(path, { method: 'POST', headers, body })).status;
  });
  expect(status).toBe(200);
  await page.getByRole('link', { name: 'Harbour taxis' }).click();
  await page.getByRole('heading', { name: 'Harbour taxis' }).first().waitFor();
  expect(new URL(page.url()).origin).toBe(origin);
});

test('the editor of the panel saves a scenario, which the page plays', async ({ page, start }) => {
  const { origin, read } = await start({ scenarios: 'scenarios' }, { base: '/app/' });
  const panel = await page.context().newPage();
  await panel.goto(`${origin}/app/_deckhand/#/ws_dev/scenarios/mine?edit=text`);
  const text = panel.getByRole('textbox', { name: 'Text of the scenario' });
  await panel.getByText('The scenario is valid').waitFor();
  await text.press('ControlOrMeta+a');
  await panel.keyboard.insertText(scenarioYaml('The second version.'));
  await text.press('ControlOrMeta+s');
  await panel.getByText('Saved in ').waitFor();
  expect(read('scenarios/mine.yaml')).toBe(scenarioYaml('The second version.'));
  await page.goto(`${origin}/app/`);
  await makeDeck(page, 'mine');
  await expect(state(page)).toContainText('The second version.');
});

test('a saved scenario plays without a reload of the page', async ({ page, start }) => {
  const { origin, write } = await start({ scenarios: 'scenarios' });
  await page.goto(origin);
  await page.evaluate(() => (document.title = 'Not reloaded'));
  await makeDeck(page, 'mine');
  await expect(state(page)).toHaveText('The first version.');
  write('scenarios/mine.yaml', scenarioYaml('The second version.'));
  await expect
    .poll(async () => (await fetch(`${origin}/_deckhand/api/scenarios`)).text())
    .toContain('The second version.');
  await makeDeck(page, 'mine');
  await expect(state(page)).toHaveText('The second version.');
  expect(await page.title()).toBe('Not reloaded');
});

test('a page of another origin cannot control the mock server', async ({ page, start }) => {
  const [app, other] = [await start(), await start()];
  await page.goto(other.origin);
  const outcome = await page.evaluate((origin) => {
    const path = `${origin}/_deckhand/api/workspaces/ws_dev/clock/pause`;
    // Browsers send this kind of request to other origins without a preflight.
    return fetch(path, { method: 'POST', mode: 'no-cors' }).then(
      () => 'answered',
      () => 'refused',
    );
  }, app.origin);
  expect(outcome).toBe('refused');
  const workspace = await (await fetch(`${app.origin}/_deckhand/api/workspaces/ws_dev`)).json();
  expect(workspace.clock.paused).toBe(false);
});

test('the panel works below the base of the server, with its token', async ({ page, start }) => {
  const { origin } = await start({ controlToken: 'let-me-in-to-the-panel' }, { base: '/app/' });
  await page.goto(`${origin}/app/_deckhand`);
  await page.getByLabel('Control token').fill('let-me-in-to-the-panel');
  await page.getByRole('button', { name: 'Continue' }).click();
  await clockOf(page).waitFor();
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  await fetch(`${origin}/api/v1/presentations/generate`, { method: 'POST', headers, body });
  await rowOf(page, 'Harbour taxis').getByText('Generating').waitFor();
});
