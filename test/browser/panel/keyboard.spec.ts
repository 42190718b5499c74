/** The keyboard shortcuts, and what Escape closes. */
import { expect } from '@playwright/test';
import { rowOf, test } from './panel-test.js';

test('Space pauses, digits change the view, and Escape closes', async ({ app, open, page }) => {
  const job = await app.startJob('Harbour taxis');
  await open(`jobs/${job}`);
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.locator('body').press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.locator('body').press('Space');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.locator('body').press('Escape');
  await page.locator('.full-prompt').waitFor({ state: 'detached' });
  await page.locator('body').press('/');
  await page.keyboard.type('e n 2');
  // A typed text is no shortcut.
  await expect(page.getByLabel('Search jobs')).toHaveValue('e n 2');
  expect(page.url()).toContain('/jobs');
  await page.getByLabel('Search jobs').fill('');
  // Escape leaves the field. Then keys are shortcuts again, also on the link of a row.
  await page.keyboard.press('Escape');
  await rowOf(page, 'Harbour taxis').locator('.row-link').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('3');
  await page.getByLabel('Search scenarios').waitFor();
});
