import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually, test } from './panel-test.js';

const outcome = (response: Promise<Response>): Promise<number | string> =>
  response.then(
    ({ status }) => status,
    () => 'dropped',
  );

const active = (page: Page): Locator => page.locator('.active-faults li');

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next response…' }).click();
  await page.getByRole('heading', { name: 'The next poll' }).waitFor();
}

/** @returns the button that activates the fault */
async function openForm(page: Page): Promise<Locator> {
  await openMenu(page);
  await page.getByRole('button', { name: 'Custom…' }).click();
  return page.getByRole('button', { name: 'Activate' });
}

test('one click drops a connection, delays a response, or changes its status', async ({
  app,
  open,
  page,
}) => {
  const job = await app.start('Harbour taxis', 'instant');
  await open();
  const inject = async (name: RegExp, effect: string): Promise<void> => {
    await openMenu(page);
    await page.getByRole('button', { name }).click();
    await page.getByRole('status').getByText(`Next poll gets ${effect}.`).waitFor();
  };
  await inject(/^500/, '500');
  expect(await outcome(app.poll(job))).toBe(500);
  await inject(/^Dropped connection/, 'a dropped connection');
  expect(await outcome(app.poll(job))).toBe('dropped');
  await inject(/^503/, '503');
  expect(await outcome(app.poll(job))).toBe(503);
  await inject(/^429 alone/, '429');
  expect((await app.poll(job)).headers.get('retry-after')).toBeNull();
  await inject(/^3 s late/, 'its response 3s late');
  const late = outcome(app.poll(job));
  await page.getByRole('button', { name: 'Next response…', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next event', exact: true }).click();
  await page.getByText('A delayed response was sent.').waitFor();
  expect(await late).toBe(200);
});

test('with an open job, a preset means its next poll', async ({ app, open, page }) => {
  const [job, other] = [await app.start('Harbour taxis'), await app.start('Lighthouses')];
  await open(`jobs/${job}`);
  await openMenu(page);
  await page.getByRole('heading', { name: 'The next poll of “Harbour taxis”' }).waitFor();
  await page.getByRole('button', { name: /^500/ }).click();
  await page.getByRole('button', { name: 'Next response… 1 active' }).waitFor();
  expect(await outcome(app.poll(other))).toBe(200);
  expect(await outcome(app.poll(job))).toBe(500);
});

test('a fault applies to one job, as often as given, and what applies first is shown', async ({
  app,
  open,
  page,
}) => {
  const [job, other] = [await app.start('Harbour taxis'), await app.start('Lighthouses')];
  await open(`jobs/${job}`);
  const activate = await openForm(page);
  await page.getByLabel('Operation').selectOption('any');
  await page.getByRole('spinbutton', { name: 'Status' }).fill('500');
  const times = page.getByLabel('Times');
  for (const wrong of ['0', '-1', '', '1.5', '100001']) {
    await times.fill(wrong);
    await activate.click();
    await page.getByRole('alert').getByText('Times must be').waitFor();
  }
  await times.fill('2');
  await eventually(() => page.getByRole('alert').count(), 0);
  await activate.click();
  await page.getByRole('status').getByText('Next 2 requests of “Harbour taxis” get 500.').waitFor();
  await open('scenarios');
  await openMenu(page);
  await page.getByRole('button', { name: /^429 with/ }).click();
  await openMenu(page);
  await active(page).filter({ hasText: '429' }).getByText('after fault 1').waitFor();
  expect(await active(page).filter({ hasText: '500' }).textContent()).not.toContain('after fault');
  expect(await outcome(app.poll(job))).toBe(500);
  expect(await outcome(app.poll(other))).toBe(429);
});

test('active faults are removed, one or all', async ({ app, open, page }) => {
  await open();
  for (const [index, name] of [/^429 with/, /^500/, /^503/].entries()) {
    await openMenu(page);
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: `Next response… ${index + 1} active` }).waitFor();
  }
  await openMenu(page);
  await page.getByRole('button', { name: 'Remove: Next poll gets 500.' }).click();
  await eventually(() => active(page).count(), 2);
  expect(app.workspace.faults()).toHaveLength(2);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await eventually(() => active(page).count(), 0);
  expect(app.workspace.faults()).toEqual([]);
});

test('an active fault is removed when its time is over', async ({ app, open, page }) => {
  await open();
  app.workspace.clock.advance('1ms');
  app.workspace.arm({ latency: '1s', ttl: '30s' });
  await page.getByRole('button', { name: 'Next response… 1 active' }).waitFor();
  await openMenu(page);
  await page.getByText('For 30 s').waitFor();
  app.workspace.clock.advance('20s');
  await page.getByText('For 10 s').waitFor();
  app.workspace.clock.advance('11s');
  await page.getByRole('button', { name: 'Next response…', exact: true }).waitFor();
});
