/** Maximum number of clicks for ten user tasks. */
import { expect, type Locator, type Page } from '@playwright/test';
import { rowOf, test } from './panel-test.js';

/** Counts the clicks of a task. Selecting an option takes two: one opens the list. */
class ClickCounter {
  clicks = 0;

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async select(target: Locator, option: string): Promise<void> {
    this.clicks += 2;
    await target.selectOption(option);
  }
}

const scenarioSelect = (page: Page): Locator => page.getByLabel('Scenario for new jobs');

test('a job starts with one click', async ({ app, open, page }) => {
  await open();
  const counter = new ClickCounter();
  await counter.click(page.getByRole('button', { name: 'Start job' }));
  await page.getByRole('region', { name: 'Job', exact: true }).waitFor();
  expect(app.workspace.jobs().map(({ prompt }) => prompt)).toEqual(['A pitch for electric harbour taxis']);
  await rowOf(page, 'A pitch').waitFor();
  await page.keyboard.press('Escape');
  // Also beside other jobs.
  await counter.click(page.getByRole('button', { name: 'Start job' }));
  await expect.poll(() => app.workspace.jobs().length).toBe(2);
  expect(counter.clicks).toBe(2);
});

test('the next poll is a 429 after two clicks, in any view, and only the next poll', async ({
  app,
  open,
  page,
}) => {
  const job = await app.startJob('Harbour taxis');
  for (const view of ['jobs', 'scenarios']) {
    await open(view);
    const counter = new ClickCounter();
    await counter.click(page.getByRole('button', { name: 'Next response…' }));
    await counter.click(page.getByRole('button', { name: /^429 with/ }));
    await page.getByRole('button', { name: 'Next response… 1 active' }).waitFor();
    expect(counter.clicks).toBe(2);
    expect((await app.request('/templates')).status).toBe(200);
    const rejected = await app.pollJob(job);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await app.pollJob(job)).status).toBe(200);
  }
});

test('the clock stops just before the failure after two clicks', async ({ app, open, page }) => {
  const job = await app.startJob('Harbour taxis', 'unanswered-question');
  const { started_at: started } = app.workspace.job(job);
  await open();
  const counter = new ClickCounter();
  await counter.click(rowOf(page, 'Harbour taxis').locator('.row-link'));
  await counter.click(page.getByRole('button', { name: 'Stop before it fails' }));
  await expect.poll(() => app.workspace.clock.now() - Date.parse(started)).toBe(31_000);
  expect(counter.clicks).toBe(2);
});

test('a reply takes one click in the row of the job, which is the first; a narrow row opens the job', async ({
  app,
  open,
  page,
}) => {
  const job = await app.startJob('Harbour taxis', 'asks-a-question');
  app.workspace.clock.advance('4s');
  await app.startJob('Lighthouses');
  await open();
  await rowOf(page, 'Lighthouses').waitFor();
  expect(await page.locator('.job.row .row-link').allTextContents()).toEqual([
    'Harbour taxis',
    'Lighthouses',
  ]);
  // A narrow row has no space for the text of the reply.
  await page.setViewportSize({ width: 980, height: 800 });
  await rowOf(page, 'Harbour taxis').getByRole('link', { name: 'Reply' }).click();
  await page.getByRole('region', { name: 'Job', exact: true }).getByLabel('Your reply').waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 800 });
  const counter = new ClickCounter();
  await counter.click(rowOf(page, 'Harbour taxis').getByRole('button', { name: 'Reply' }));
  await page.getByText('The reply was sent.').waitFor();
  expect((await (await app.pollJob(job)).json()).status).toBe('generating');
  expect(counter.clicks).toBe(1);
  const sent = app.workspace
    .journal()
    .find(({ metadata }) => metadata?.operationId === 'sendGenerationMessage');
  expect(sent).toBeUndefined();
});

test('the presentation opens with one click, and the link does not move', async ({ app, open, page }) => {
  await app.startJob('Lighthouses', 'instant');
  await open();
  const deck = rowOf(page, 'Lighthouses').getByRole('link', { name: 'Open deck' });
  const { x } = (await deck.boundingBox()) ?? {};
  const { pathname } = new URL((await deck.getAttribute('href')) ?? '');
  expect(pathname).toMatch(new RegExp(`^/view/${app.id}/`));
  expect(await (await fetch(app.url + pathname)).text()).toContain('Lighthouses');
  const other = await app.startJob('A longer name of another deck with many words', 'instant');
  await app.pollJob(other);
  await expect(page.getByRole('link', { name: 'Open deck' })).toHaveCount(2);
  expect((await deck.boundingBox())?.x).toBe(x);
});

test('a curl command is shown after one click, and copied with the second', async ({
  app,
  context,
  open,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  await app.request('/templates');
  await open('traffic');
  const counter = new ClickCounter();
  await counter.click(page.locator('.exchange.row .row-link'));
  const command = page.getByRole('region', { name: 'The request as curl' });
  await command.getByText(`${app.url}/api/v1/templates`).waitFor();
  await counter.click(page.getByRole('button', { name: 'Copy as curl' }));
  await page.getByText('Copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await command.textContent());
  expect(counter.clicks).toBe(2);
});

test('one click leads from a job to the request that violated a rule, with a hint', async ({
  app,
  open,
  page,
}) => {
  // Request intervals cannot be judged while the clock is paused.
  app.workspace.clock.resume();
  const job = await app.startJob('Harbour taxis', 'instant');
  await open();
  for (let polls = 0; polls < 20; polls += 1) await app.pollJob(job);
  const { sequence = 0 } = app.workspace.journal().at(-1) ?? {};
  const violations = rowOf(page, 'Harbour taxis').getByRole('link', { name: /violated a rule/ });
  // Once the first polls reveal a program, each poll after the end violates the rule, including the newest.
  await expect.poll(() => violations.getAttribute('href')).toContain(`traffic/${sequence}`);
  const count = Number(((await violations.textContent()) ?? '').replace(/\D/g, ''));
  expect(count).toBeGreaterThan(6);
  const tab = page.getByRole('link', { name: `Traffic ${count} violated a rule` });
  await tab.waitFor();
  const ticks = await rowOf(page, 'Harbour taxis').locator('.poll-violation.head').getAttribute('d');
  expect(ticks?.split('M')).toHaveLength(count + 1);
  const counter = new ClickCounter();
  await counter.click(violations);
  const rules = page.getByRole('list', { name: 'Violated client rules' });
  await rules.getByRole('heading', { name: 'A client stops polling a completed job' }).waitFor();
  await rules.getByText('Stop the timer when the status is completed.').waitFor();
  await rules.getByText('section 3, 4.5').first().waitFor();
  // The report counts what was sent: the first poll showed the end, and 19 followed.
  await rules.getByText('Actual: 19 more polls, the last').waitFor();
  expect(counter.clicks).toBe(1);
  await expect(page.locator('.exchange.row .violation')).toHaveCount(count);
});

test('the selected scenario is visible in each view without a click', async ({ app, open, page }) => {
  app.workspace.useScenario('slow-progress');
  for (const view of ['jobs', 'traffic', 'scenarios']) {
    await open(view);
    await expect(scenarioSelect(page)).toHaveValue('slow-progress');
    expect(await scenarioSelect(page).isVisible(), view).toBe(true);
  }
});

test('another scenario for new jobs takes two clicks, in the bar or in the list', async ({
  app,
  open,
  page,
}) => {
  await open();
  const bar = new ClickCounter();
  await bar.select(scenarioSelect(page), 'timeout-failure');
  await expect.poll(() => app.workspace.info().scenario).toBe('timeout-failure');
  const list = new ClickCounter();
  await list.click(page.getByRole('link', { name: 'Scenarios', exact: true }));
  await list.click(page.getByRole('button', { name: 'Use for new jobs instant' }));
  await expect.poll(() => app.workspace.info().scenario).toBe('instant');
  await expect(scenarioSelect(page)).toHaveValue('instant');
  expect([bar.clicks, list.clicks]).toEqual([2, 2]);
  await scenarioSelect(page).selectOption('');
  await expect.poll(() => app.workspace.info().scenario).toBe(null);
});
