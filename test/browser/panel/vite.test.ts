import { startVite, viteProject } from '../../integrations/vite-server.js';
import { test } from '../browser-test.js';
import { clockOf, rowOf } from './panel-test.js';

test("the panel works below the base of Vite's server, with its token", async ({ page }) => {
  const { config } = viteProject({ 'index.html': '<!doctype html><title>App</title>' });
  const vite = await startVite(config({ controlToken: 'let-me-in-to-the-panel' }, { base: '/app/' }));
  await page.goto(`${vite.origin}/app/_deckhand`);
  await page.getByLabel('Control token').fill('let-me-in-to-the-panel');
  await page.getByRole('button', { name: 'Continue' }).click();
  await clockOf(page).waitFor();
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  await fetch(`${vite.origin}/api/v1/presentations/generate`, { method: 'POST', headers, body });
  await rowOf(page, 'Harbour taxis').getByText('Generating').waitFor();
});
