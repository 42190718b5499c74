import { expect } from 'vitest';
import { eventually, test } from './panel-test.js';

test('each scenario is a card with its title, its description and a picture', async ({
  open,
  page,
  standIn,
}) => {
  await open('scenarios');
  const cards = page.locator('.card');
  const known = standIn.deckhand.library.list();
  expect(await cards.count()).toBe(known.length);
  const card = cards.filter({ hasText: 'Asks one question and waits' });
  await card.getByText('Three seconds in').waitFor();
  expect(await card.getByRole('img').getAttribute('aria-label')).toBe(
    'Timeline: works for 3 s, asks without an end, works for 5 s, completes',
  );
});

test('one click makes one active, and another none', async ({ app, open, page }) => {
  await open('scenarios');
  await page.getByText('No scenario is active').waitFor();
  await page.getByRole('button', { name: 'Play timeout-failure' }).click();
  await page.getByText('New jobs play timeout-failure. Those').waitFor();
  expect(await page.locator('.card.active h2').textContent()).toBe('Fails with a timeout');
  expect((await app.workspace.info()).scenario).toBe('timeout-failure');
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('No scenario is active: each').waitFor();
  expect((await app.workspace.info()).scenario).toBe(null);
  app.workspace.use('instant');
  await eventually(() => page.locator('.card.active .mono').textContent(), 'instant');
});

test('its source is read beside the cards', async ({ open, page }) => {
  await open('scenarios');
  await page.getByRole('link', { name: 'Source of asks-a-question' }).click();
  const source = page.getByRole('region', { name: 'Source' });
  await source.getByText('Who is the audience').waitFor();
  expect(await source.textContent()).toContain('title: Asks one question and waits');
  await page.getByRole('link', { name: 'Close the scenario' }).click();
  await source.waitFor({ state: 'detached' });
});

test('one that is not there says so', async ({ open, page }) => {
  await open('scenarios/no-such');
  await page.getByText('no scenario no-such', { exact: false }).waitFor();
});
