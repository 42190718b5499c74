import { createServer, type AddressInfo } from 'node:net';
import { connectDeckhand } from 'deckhand';
import type {} from 'deckhand/browser/globals';
import { expect, test } from '@playwright/test';
import { PROMPT } from './deck-app';
import { runCommand, type RunningCommand } from './run-command';

// The modes of the app, each with its own mock server instead of the fixture of `deckhand/playwright`.

let running: RunningCommand | undefined;
test.afterEach(async () => {
  await running?.end();
  running = undefined;
});

test('npm run dev: the mock server is in the page, and a reload continues with the job', async ({ page }) => {
  running = await runCommand('npm run dev -- --port 0');
  // The mock server is in the page, so it has the page's clock.
  await page.clock.install();
  await page.goto(running.url);
  await page.getByLabel('What the deck is about').fill(PROMPT);
  await page.getByRole('radio', { name: 'Quarterly report' }).check();
  await page.evaluate(() => deckhand.useScenario('asks-a-question'));
  await page.getByRole('button', { name: 'Make the deck' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Making your deck');
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Waiting for the first slide…');
  await page.clock.fastForward('04:00');
  await page.getByLabel('Your answer').fill('People who decide.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Making your deck');
  await page.clock.fastForward('04:00');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PROMPT);
  await page.reload();
  await expect(page.getByText('6 sections · private')).toBeVisible();
  const jobs = await page.evaluate(() => deckhand.jobs());
  expect(jobs).toHaveLength(1);
});

test('npm run dev:server: `deckhand serve` starts with the app, and both end together', async ({ page }) => {
  const port = await freePort();
  running = await runCommand('npm run dev:server -- --scenario slow-progress', { PORT: String(port) });
  const origin = `http://127.0.0.1:${port}`;
  const { clock } = connectDeckhand(origin).workspace('ws_dev');
  await page.clock.install();
  await page.goto(running.url);
  await page.getByLabel('What the deck is about').fill(PROMPT);
  await page.getByRole('button', { name: 'Make the deck' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Making your deck');
  await clock.advance('5m');
  await page.clock.fastForward('00:04');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PROMPT);

  await running.end();
  await expect(fetch(origin)).rejects.toThrow();
  await expect(fetch(running.url)).rejects.toThrow();
});

test('npm run dev:plugin: the mock server is in the dev server, viewer and control API included', async ({
  page,
}) => {
  running = await runCommand('cd ../.. && npm run -w examples/deck-app dev:plugin -- --port 0');
  const workspace = connectDeckhand(new URL(running.url).origin).workspace('ws_dev');
  await workspace.useScenario('instant');
  await page.goto(running.url);
  await page.getByLabel('What the deck is about').fill(PROMPT);
  await page.getByRole('button', { name: 'Make the deck' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PROMPT);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open viewer' }).click();
  const viewer = await opened;
  await viewer.waitForLoadState();
  await viewer.keyboard.press('End');
  await expect(viewer.getByRole('heading', { name: 'What we ask' })).toBeVisible();

  const shown = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Mock server' }).click();
  const panel = await shown;
  await expect(panel.getByText(PROMPT).first()).toBeVisible();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
