import { expect } from '@playwright/test';
import { UserError } from '../../../src/base/user-error.js';
import { withServer } from '../mock-server.js';
import { test } from './panel-test.js';

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

test('every view shows the number of invalid scenario files, and the list shows their errors', async ({
  open,
  page,
  mockServer,
}) => {
  const { library } = mockServer.deckhand;
  await open('jobs');
  const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Scenarios' });
  await expect(link).toHaveText('Scenarios');
  library.setErrors('happy-path', [new UserError('invalid-scenario', 'steps is <b>required</b>')]);
  mockServer.deckhand.service.markScenariosChanged();
  await expect(link).toHaveText('Scenarios1 invalid');
  await link.click();
  const file = page.getByRole('region', { name: 'The file of happy-path' });
  await file.getByText('The last valid version is used.').waitFor();
  await file.getByText('steps is <b>required</b>').waitFor();
  await file.getByRole('link', { name: 'Open the file of happy-path' }).click();
  await page.getByRole('region', { name: 'Text of the scenario happy-path' }).waitFor();
  library.clearErrors('happy-path');
  mockServer.deckhand.service.markScenariosChanged();
  await file.waitFor({ state: 'detached' });
  await expect(link).toHaveText('Scenarios');
});

test('a replay shows the name of its recording and the job of each exchange', async ({ app, page }) => {
  const job = await app.startJob('Harbour taxis', 'instant');
  await app.pollJob(job);
  await withServer({ replay: app.workspace.har() }, async ({ url, deckhand }) => {
    const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
    const body = JSON.stringify({ prompt: 'Harbour taxis' });
    await fetch(`${url}/api/v1/presentations/generate`, { method: 'POST', headers, body });
    const { recording = '' } = deckhand.workspace('ws_dev').info();
    await page.goto(`${url}/_deckhand/#/ws_dev/traffic`);
    await page.getByText(`Replays ${recording}`).waitFor();
    await page.locator('.exchange.row', { hasText: 'start · Harbour taxis' }).waitFor();
  });
});
