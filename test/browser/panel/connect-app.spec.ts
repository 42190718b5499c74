/** The "Connect your app" dialog shows settings that work. */
import { expect } from '@playwright/test';
import { test } from './panel-test.js';

test('an app connects with the lines for .env that the panel shows', async ({ app, open, page }) => {
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
