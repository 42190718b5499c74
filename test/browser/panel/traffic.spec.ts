import { expect } from '@playwright/test';
import { downloaded, test, type ApiClient } from './panel-test.js';

interface Archive {
  readonly log: { readonly entries: readonly { readonly response: { readonly status: number } }[] };
}

/** Sends requests: a start, two polls, one of them rejected, and a request for another resource. @returns the job */
async function sendRequests(app: ApiClient): Promise<string> {
  const job = await app.startJob('Harbour taxis');
  await app.pollJob(job);
  app.workspace.addFault({ operation: 'getGenerationStatus', response: { status: 429 } });
  await app.pollJob(job);
  await app.request('/templates');
  return job;
}

test('exchanges are filtered by operation, by status and by job', async ({ app, open, page }) => {
  await sendRequests(app);
  const other = await app.startJob('Lighthouses');
  await open('traffic');
  const rows = page.locator('.exchange.row');
  await expect(rows).toHaveCount(5);
  await page.getByLabel('Operation').selectOption('poll a job');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Status').selectOption('4xx: client error');
  await expect(rows).toHaveCount(1);
  await page.getByText('1 of 5').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows).toHaveCount(5);
  await page.goto(`${app.url}/_deckhand/#/${app.id}/traffic?job=${other}`);
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: `Job ${other}` }).click();
  await expect(rows).toHaveCount(5);
  await page.getByLabel('Search traffic').fill('reply 429');
  await page.getByText('No exchange matches').waitFor();
  await page.getByLabel('Search traffic').fill('poll harbour 429');
  await expect(rows).toHaveCount(1);
  // The filter is part of the URL, so a reload and a link show the same.
  await page.reload();
  await expect(rows).toHaveCount(1);
});

test('a row opens with request and response, and with the key redacted', async ({ app, open, page }) => {
  await sendRequests(app);
  await open('traffic');
  // Not by the text of the row: an id in its path can contain any number.
  await page
    .locator('.exchange.row', { has: page.locator('.outcome', { hasText: '202' }) })
    .locator('.row-link')
    .click();
  const detail = page.getByRole('region', { name: 'Exchange', exact: true });
  await detail.getByRole('region', { name: 'Body of the request' }).getByText('"Harbour taxis"').waitFor();
  const response = detail.getByRole('region', { name: 'Body of the response' });
  expect(JSON.parse((await response.textContent()) ?? '')).toMatchObject({ status: 'generating' });
  await detail.locator('.headers div', { hasText: 'x-api-key' }).getByText('[redacted').waitFor();
  expect(await page.content()).not.toContain(app.key);
});

test('a field in another case than the documented one is info, and no violation', async ({
  app,
  open,
  page,
}) => {
  const body = '{"prompt":"Harbour taxis","templateId":"tpl_report"}';
  await app.request('/presentations/generate', { method: 'POST', body });
  await open('traffic');
  await page.locator('.exchange.row .row-link').click();
  const rules = page.getByRole('list', { name: 'Client rules', exact: true });
  const message = 'templateId is not in the interface; did you mean template_id?';
  await rules.getByText(message, { exact: true }).waitFor();
  await expect(page.getByRole('link', { name: 'Traffic', exact: true })).toBeVisible();
});

test('the journal downloads as HAR, complete or filtered', async ({ app, open, page }) => {
  await sendRequests(app);
  await open('traffic');
  const all = await downloaded(page, page.getByRole('button', { name: 'Save HAR' }));
  expect(all.name).toBe(`${app.id}.har`);
  expect((JSON.parse(all.text) as Archive).log.entries).toHaveLength(4);
  await page.getByLabel('Status').selectOption('429: too many requests');
  const some = await downloaded(page, page.getByRole('button', { name: 'Save HAR of the shown exchanges' }));
  expect((JSON.parse(some.text) as Archive).log.entries.map(({ response }) => response.status)).toEqual([
    429,
  ]);
});

test('the arrow keys move between rows', async ({ app, open, page }) => {
  await sendRequests(app);
  await open('traffic');
  const rows = page.locator('.exchange.row .row-link');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
});

test('the journal is cleared', async ({ app, open, page }) => {
  await sendRequests(app);
  await open('traffic');
  await page.getByRole('button', { name: 'Clear' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 4 exchanges?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(app.workspace.journal()).toHaveLength(4);
  await page.getByRole('button', { name: 'Clear' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No requests yet').waitFor();
  expect(app.workspace.journal()).toEqual([]);
});
