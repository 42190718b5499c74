import { expect } from 'vitest';
import type { Changes } from '../../../src/generated/control-api.js';
import { downloaded, eventually, test, type App } from './panel-test.js';

interface Archive {
  readonly log: { readonly entries: readonly { readonly response: { readonly status: number } }[] };
}

/** A job, two polls, one of them refused, and a request for another resource. @returns the job */
async function talk(app: App): Promise<string> {
  const job = await app.start('Harbour taxis');
  await app.poll(job);
  app.workspace.arm({ on: 'getGenerationStatus', answer: { status: 429 } });
  await app.poll(job);
  await app.ask('/templates');
  return job;
}

/** The number of an exchange in the journal; the oldest has 0. */
function numberOf(app: App, index: number): number {
  return app.workspace.journal()[index]?.sequence ?? 0;
}

test('exchanges appear as they happen, the newest first', async ({ app, open, page }) => {
  await open('traffic');
  await page.getByText('No requests yet').waitFor();
  await talk(app);
  const rows = page.locator('.exchange.row');
  await eventually(() => rows.count(), 4);
  expect(await rows.locator('.outcome').allTextContents()).toEqual(['200', '429', '200', '202']);
});

test('a response that broke off has its status, the mark of a failure, and room for both', async ({
  app,
  open,
  page,
}) => {
  const job = await app.start('Harbour taxis', 'broken-answers');
  app.workspace.clock.advance('3s');
  for (let poll = 0; poll < 3; poll += 1)
    await app
      .poll(job)
      .then((response) => response.text())
      .catch(String);
  await open('traffic');
  const row = page.locator('.exchange.row', { hasText: 'truncated' });
  await row.waitFor();
  expect(await row.locator('.outcome').getAttribute('class')).toBe('outcome none');
  const edges = await row.locator('> span').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return { left: cell.getBoundingClientRect().left, right: range.getBoundingClientRect().right };
    }),
  );
  expect(edges[1]?.right).toBeLessThan(edges[2]?.left ?? 0);
});

test('exchanges are filtered by operation, by status and by job', async ({ app, open, page }) => {
  await talk(app);
  const other = await app.start('Lighthouses');
  await open('traffic');
  const count = (): Promise<number> => page.locator('.exchange.row').count();
  await eventually(count, 5);
  await page.getByLabel('Operation').selectOption('poll a job');
  await eventually(count, 2);
  await page.getByLabel('Status').selectOption('4xx: refused');
  await eventually(count, 1);
  await page.getByText('1 of 5').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await eventually(count, 5);
  await page.goto(`${app.url}/_deckhand/#/${app.id}/traffic?job=${other}`);
  await eventually(count, 1);
  await page.getByRole('button', { name: `Job ${other}` }).click();
  await eventually(count, 5);
  await page.getByLabel('Search traffic').fill('reply 429');
  await page.getByText('No exchange matches').waitFor();
  await page.getByLabel('Search traffic').fill('poll harbour 429');
  await eventually(count, 1);
  // The address has the filter, so a reload and a link show the same.
  await page.reload();
  await eventually(count, 1);
});

test('a row opens with request and response, and with the key redacted', async ({ app, open, page }) => {
  await talk(app);
  await open('traffic');
  // Not the text of the row: an id in its path can contain any number.
  await page
    .locator('.exchange.row', { has: page.locator('.outcome', { hasText: '202' }) })
    .locator('.whole-row')
    .click();
  const detail = page.getByRole('region', { name: 'Exchange', exact: true });
  await detail.getByRole('region', { name: 'Body of the request' }).getByText('"Harbour taxis"').waitFor();
  const response = detail.getByRole('region', { name: 'Body of the response' });
  expect(JSON.parse((await response.textContent()) ?? '')).toMatchObject({ status: 'generating' });
  await detail.locator('.headers div', { hasText: 'x-api-key' }).getByText('[redacted').waitFor();
  expect(await page.content()).not.toContain(app.key);
});

test('the journal downloads as HAR, whole or filtered', async ({ app, open, page }) => {
  await talk(app);
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

test('new exchanges do not move the row that a user reads', async ({ app, open, page }) => {
  await talk(app);
  await open(`traffic/${numberOf(app, 0)}`);
  await page.getByRole('region', { name: 'Body of the request' }).waitFor();
  await app.ask('/presentations/nope');
  await page.getByRole('button', { name: '1 newer exchange' }).waitFor();
  const rows = page.locator('.exchange.row');
  expect(await rows.count()).toBe(4);
  await page.getByRole('button', { name: '1 newer exchange' }).click();
  await eventually(() => rows.count(), 5);
});

test('a link to an old exchange scrolls the list to it', async ({ app, open, page }) => {
  const job = await talk(app);
  for (let polls = 0; polls < 60; polls += 1) await app.poll(job);
  await open(`traffic/${numberOf(app, 0)}`);
  await eventually(
    () =>
      page
        .locator('.exchange.row[aria-current="true"]')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom <= window.innerHeight)),
    [true],
  );
});

test('only the exchange that broke a client rule is blamed, and an earlier one is marked as evidence', async ({
  app,
  open,
  page,
}) => {
  const job = await app.start('Harbour taxis', 'instant');
  await app.poll(job);
  await app.ask(`/presentations/generate/${job}/message`, {
    method: 'POST',
    body: JSON.stringify({ message: 'Too late.' }),
  });
  await open('traffic');
  const tags = page.locator('.exchange.row .tag:is(.broken, .evidence)');
  await eventually(() => tags.allTextContents(), ['Replied to a finished job', 'Evidence']);
  await page.locator('.exchange.row', { hasText: 'Evidence' }).locator('.whole-row').click();
  await page
    .getByRole('list', { name: 'Evidence' })
    .getByText(`Evidence for exchange ${numberOf(app, 2)}. The client sends`)
    .waitFor();
  expect(await page.getByRole('list', { name: 'Broken client rules' }).count()).toBe(0);
  await page.getByLabel('Status').selectOption('broke a client rule');
  await eventually(
    () => page.locator('.exchange.row .says').allTextContents(),
    [expect.stringMatching(/^reply · Harbour taxis · /) as string],
  );
});

test('on a narrow page a fault is complete beside a note on the client', async ({ app, open, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  app.workspace.clock.resume();
  const job = await app.start('Harbour taxis', 'instant');
  app.workspace.arm({ on: 'getGenerationStatus', corrupt: 'malformed', times: 9 });
  await open('traffic');
  for (let polls = 0; polls < 12; polls += 1) await app.poll(job);
  const both = page.locator('.exchange.row .tags:has(.broken):has(.fault)');
  await both.first().waitFor();
  const cut = await page
    .locator('.exchange .tags')
    .evaluateAll((all) =>
      all
        .flatMap((tags) =>
          [tags, ...tags.children].filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth),
        )
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  expect(await both.first().locator('.fault').textContent()).toBe('Active: malformed body');
});

test('the arrow keys go from row to row', async ({ app, open, page }) => {
  await talk(app);
  await open('traffic');
  const rows = page.locator('.exchange.row .whole-row');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await eventually(() => rows.nth(1).getAttribute('aria-current'), 'true');
});

test('an exchange links to its job, and the job to its exchanges', async ({ app, open, page }) => {
  const job = await talk(app);
  await app.start('Lighthouses');
  await open(`traffic/${numberOf(app, 2)}`);
  await page.getByRole('region', { name: 'Exchange', exact: true }).getByRole('link', { name: job }).click();
  await page.getByRole('region', { name: 'Job', exact: true }).getByText('Harbour taxis').waitFor();
  await page.getByRole('link', { name: 'Its exchanges' }).click();
  await eventually(() => page.locator('.exchange.row').count(), 3);
});

test('requests of no workspace are one line, count in no badge, and say why when they are shown', async ({
  app,
  open,
  page,
}) => {
  await open('traffic');
  await page.getByText('No requests yet').waitFor();
  for (let count = 0; count < 3; count += 1)
    await app.ask('/templates', { headers: { 'x-api-key': 'wrong' } });
  await app.ask('/templatez');
  await page.getByText('4 without a workspace.').waitFor();
  await page.getByText('No requests yet').waitFor();
  expect(await page.getByRole('link', { name: /^Traffic/ }).innerText()).toBe('Traffic');
  await page.getByRole('button', { name: 'Show them' }).click();
  const rows = page.locator('.exchange.row .whole-row');
  await page.getByRole('button', { name: '×3' }).waitFor();
  await eventually(() => rows.count(), 2);
  expect(await page.getByRole('link', { name: /^Traffic/ }).innerText()).toBe('Traffic');
  await rows.filter({ hasNotText: 'unknown path' }).first().click();
  await page.getByText('its API key is missing or unknown.').waitFor();
  await page.getByRole('link', { name: 'Close the exchange' }).click();
  await rows.filter({ hasText: 'unknown path' }).click();
  await page.getByText('its path is not part of the API.').waitFor();
  await page.getByRole('link', { name: 'Close the exchange' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('0 without a workspace.').waitFor();
});

test('equal polls are one row, which unfolds', async ({ app, open, page }) => {
  const job = await app.start('Harbour taxis');
  for (let polls = 0; polls < 14; polls += 1) await app.poll(job);
  app.workspace.arm({ on: 'getGenerationStatus', answer: { status: 429 } });
  await app.poll(job);
  await open('traffic');
  const rows = page.locator('.exchange.row');
  // The refused poll stays apart.
  await eventually(() => rows.count(), 3);
  await page.getByRole('button', { name: '×14' }).click();
  await eventually(() => rows.count(), 16);
});

test('the journal is cleared', async ({ app, open, page }) => {
  await talk(app);
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

test('what the server removed to stay within its limits is shown', async ({ app, open, page }) => {
  await talk(app);
  await page.route('**/_deckhand/api/workspaces/ws_*/changes', async (route) => {
    const response = await route.fetch();
    const changes = (await response.json()) as Changes;
    const evicted = { jobs: 2, presentations: 0, exchanges: 1200 };
    await route.fulfill({ response, json: { ...changes, workspace: { ...changes.workspace, evicted } } });
  });
  await open('traffic');
  await page.getByText('to stay within the server’s limits: 2 jobs, 1,200 exchanges').waitFor();
});

test('values are shown as they were sent', async ({ app, open, page }) => {
  await app.ask('/presentations/generate', { method: 'POST', body: '{"prompt":["Harbour taxis"]}' });
  await open('traffic');
  await page.locator('.exchange.row .whole-row', { hasText: 'invalid body' }).click();
  await page.getByText('Expected: a string in prompt. Got: {"prompt":["Harbour taxis"]}.').waitFor();
});
