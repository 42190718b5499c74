import { expect } from 'vitest';
import { UserError } from '../../../src/base/user-error.js';
import { scenarioFromObject } from '../../../src/scenario/check.js';
import { servePanel } from '../panel-server.js';
import { eventually, test } from './panel-test.js';

test('each scenario is a row with its name, its title and a picture', async ({ open, page, mockServer }) => {
  await open('scenarios');
  const rows = page.locator('.scenario.row');
  const known = mockServer.deckhand.library.list();
  expect(await rows.count()).toBe(known.length);
  const row = rows.filter({ hasText: 'Asks one question and waits' });
  expect(await row.getByRole('img').getAttribute('aria-label')).toBe(
    'Timeline: works for 3 s, asks without an end; after a reply: works for 5 s, completes',
  );
  const endOf = (title: string): Promise<string | null> =>
    rows.filter({ hasText: title }).locator('.end').textContent();
  expect(await endOf('Asks one question')).toBe('Asks after 3 s, and waits');
  expect(await endOf('A question without a reply in time')).toBe('Fails after 32 s');
  expect(await endOf('A workspace without API access')).toBe('Every start gets 403');
  expect(await endOf('Never ends')).toBe('Stalls after 8 s');
  const refused = rows.filter({ hasText: 'A workspace without API access' }).locator('.part');
  expect(await refused.evaluateAll((all) => all.map(({ className }) => className))).toEqual(['part failed']);
  await page.getByLabel('Search scenarios').fill('unanswered');
  await page.getByText(`1 of ${known.length}`).waitFor();
  await page.getByLabel('Search scenarios').fill('');
});

test('one click activates a scenario, and another one deactivates it', async ({ app, open, page }) => {
  await open('scenarios');
  await page.getByRole('button', { name: 'Play for new jobs timeout-failure' }).click();
  await page.locator('.scenario.active', { hasText: 'timeout-failure' }).waitFor();
  expect(app.workspace.info().scenario).toBe('timeout-failure');
  await page.getByRole('button', { name: 'Stop playing timeout-failure' }).click();
  await eventually(() => page.locator('.scenario.active').count(), 0);
  expect(app.workspace.info().scenario).toBe(null);
  app.workspace.use('instant');
  await eventually(() => page.locator('.scenario.active .whole-row').textContent(), 'instant');
});

test('a click on a scenario shows its source beside the list', async ({ open, page }) => {
  await open('scenarios');
  await page.getByRole('link', { name: 'asks-a-question', exact: true }).click();
  const source = page.getByRole('region', { name: 'Text of the scenario asks-a-question' });
  expect(await source.textContent()).toContain('title: Asks one question and waits');
  await page
    .getByRole('region', { name: 'Scenario', exact: true })
    .getByText('After three seconds')
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Close the scenario' }).click();
  await source.waitFor({ state: 'detached' });
});

test('a missing scenario is reported', async ({ open, page }) => {
  await open('scenarios/no-such');
  await page.getByText('no scenario no-such', { exact: false }).waitFor();
});

test('every view shows a broken scenario file with its mistakes', async ({ open, page, mockServer }) => {
  const { library } = mockServer.deckhand;
  await open('jobs');
  const way = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Scenarios' });
  expect(await way.textContent()).toBe('Scenarios');
  library.setErrors('happy-path', [new UserError('bad-scenario', 'steps is <b>required</b>')]);
  mockServer.deckhand.service.noteScenarios();
  await eventually(() => way.textContent(), 'Scenarios1 broken');
  await way.click();
  const file = page.getByRole('region', { name: 'The file of happy-path' });
  await file.getByText('The last valid version is used.').waitFor();
  await file.getByText('steps is <b>required</b>').waitFor();
  await file.getByRole('link', { name: 'Open the file of happy-path' }).click();
  await page.getByRole('region', { name: 'Text of the scenario happy-path' }).waitFor();
  library.clearErrors('happy-path');
  mockServer.deckhand.service.noteScenarios();
  await file.waitFor({ state: 'detached' });
  expect(await way.textContent()).toBe('Scenarios');
});

test('the text follows its file', async ({ open, page, mockServer }) => {
  const { library, service } = mockServer.deckhand;
  const load = (title: string): void => {
    library.put(scenarioFromObject('followed', { title, steps: [{ complete: null }] }).timeline);
    service.noteScenarios();
  };
  load('One');
  await open('scenarios/followed');
  const text = page.getByRole('region', { name: 'Text of the scenario followed' });
  await text.getByText('title: One').waitFor();
  load('Two');
  await text.getByText('title: Two').waitFor();
  library.remove('followed');
  service.noteScenarios();
});

test('a replay says that it is one, with the name of its recording and the job of each exchange', async ({
  app,
  ownPage: page,
}) => {
  const job = await app.start('Harbour taxis', 'instant');
  await app.poll(job);
  const { url, deckhand } = await servePanel([], { replay: app.workspace.har() });
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  await fetch(`${url}/api/v1/presentations/generate`, { method: 'POST', headers, body });
  const { recording = '' } = deckhand.workspace('ws_dev').info();
  await page.goto(`${url}/_deckhand/#/ws_dev/traffic`);
  await page.getByText(`Replays ${recording}`).waitFor();
  await page.locator('.exchange.row', { hasText: 'start · Harbour taxis' }).waitFor();
});

test('the default scenario has a name', async ({ open, page }) => {
  await open();
  expect(await page.getByLabel('New jobs play').locator('option').first().textContent()).toBe(
    'happy-path (default)',
  );
});
