import { expect } from '@playwright/test';
import { clockOf, rowOf, test } from './panel-test.js';

test('advances to the next event, and names it', async ({ app, open, page }) => {
  const job = await app.startJob('Harbour taxis', 'timeout-failure');
  await open();
  const next = page.getByRole('button', { name: 'Next event' });
  for (let step = 0; step < 10 && (await (await app.pollJob(job)).json()).status !== 'failed'; step += 1) {
    const before = app.workspace.clock.now();
    await next.click();
    await expect.poll(() => app.workspace.clock.now()).toBeGreaterThan(before);
  }
  await rowOf(page, 'Harbour taxis').getByText('Failed').waitFor();
  await page.getByRole('status').getByText('“Harbour taxis” is now: failed.').waitFor();
  await next.click();
  await page.getByText('No pending events.').waitFor();
});

test('advances by a duration, and rejects text that is not a duration', async ({ app, open, page }) => {
  await open();
  const before = app.workspace.clock.now();
  const by = page.getByLabel('Time to advance by');
  await by.fill('1m30s');
  await page.getByRole('button', { name: 'Advance' }).click();
  await expect.poll(() => app.workspace.clock.now() - before).toBe(90_000);
  await expect
    .poll(() => clockOf(page).textContent())
    .toContain(new Date(before + 90_000).toISOString().slice(11, 19));
  await by.fill('soon');
  await by.press('Enter');
  await page.getByRole('alert').getByText('must be a time such as 5m').waitFor();
  expect(app.workspace.clock.now() - before).toBe(90_000);
  await by.fill('1s');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await by.fill('soon');
  await by.press('Enter');
  await page.getByRole('alert').getByText('The time to advance must be').waitFor();
  await page.getByRole('link', { name: 'Traffic', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
