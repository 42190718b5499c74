import { expect } from 'vitest';
import { UserError } from '../../../src/base/user-error.js';
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
  await card.getByText('After three seconds').waitFor();
  expect(await card.getByRole('img').getAttribute('aria-label')).toBe(
    'Timeline: works for 3 s, asks without an end; after a reply: works for 5 s, completes',
  );
  const endOf = (title: string): Promise<string | null> =>
    cards.filter({ hasText: title }).locator('.scenario-timeline .line > span').last().textContent();
  expect(await endOf('Asks one question')).toBe('asks after 3 s, and waits');
  expect(await endOf('A question without a reply in time')).toBe('fails after 32 s');
  expect(await endOf('A workspace without API access')).toBe('every start gets 403');
  expect(await endOf('Never ends')).toBe('stalls after 8 s');
  const refused = cards.filter({ hasText: 'A workspace without API access' }).locator('.part');
  expect(await refused.evaluateAll((all) => all.map(({ className }) => className))).toEqual(['part failed']);
});

test('one click activates a scenario, and another one deactivates it', async ({ app, open, page }) => {
  await open('scenarios');
  await page.getByText('No active scenario: the prompt').waitFor();
  await page.getByRole('button', { name: 'Use for new jobs timeout-failure' }).click();
  await page.getByText('New jobs play timeout-failure. Running').waitFor();
  expect(await page.locator('.card.active h2').textContent()).toBe('Fails with a timeout');
  expect((await app.workspace.info()).scenario).toBe('timeout-failure');
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('No active scenario: the prompt').waitFor();
  expect((await app.workspace.info()).scenario).toBe(null);
  app.workspace.use('instant');
  await eventually(() => page.locator('.card.active .mono').textContent(), 'instant');
});

test('the source of a scenario opens beside the cards', async ({ open, page }) => {
  await open('scenarios');
  await page.getByRole('link', { name: 'Source of asks-a-question' }).click();
  const source = page.getByRole('region', { name: 'Source' });
  await source.getByText('Who is the audience').waitFor();
  expect(await source.textContent()).toContain('title: Asks one question and waits');
  await page.getByRole('link', { name: 'Close the scenario' }).click();
  await source.waitFor({ state: 'detached' });
});

test('a missing scenario is reported', async ({ open, page }) => {
  await open('scenarios/no-such');
  await page.getByText('no scenario no-such', { exact: false }).waitFor();
});

test('every view shows a broken scenario file with its mistakes', async ({ open, page, standIn }) => {
  const { library } = standIn.deckhand;
  await open('jobs');
  const way = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Scenarios' });
  expect(await way.textContent()).toBe('Scenarios');
  library.setErrors('happy-path', [new UserError('bad-scenario', 'steps is <b>required</b>')]);
  standIn.deckhand.service.emitScenarios();
  await eventually(() => way.textContent(), 'Scenarios1 broken');
  await way.click();
  const file = page.getByRole('region', { name: 'The file of happy-path' });
  await file.getByText('The last valid version is used.').waitFor();
  await file.getByText('steps is <b>required</b>').waitFor();
  await file.getByRole('link', { name: 'Open the file of happy-path' }).click();
  await page.getByRole('region', { name: 'Source' }).waitFor();
  library.clearErrors('happy-path');
  standIn.deckhand.service.emitScenarios();
  await file.waitFor({ state: 'detached' });
  expect(await way.textContent()).toBe('Scenarios');
});
