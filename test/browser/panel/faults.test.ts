import { expect } from 'vitest';
import { eventually, test } from './panel-test.js';

const outcome = (answer: Promise<Response>): Promise<number | string> =>
  answer.then(
    ({ status }) => status,
    () => 'dropped',
  );

test('the next poll is a 429, and only the next', async ({ app, open, page }) => {
  const job = await app.start('Harbour taxis');
  await open('faults');
  await page.getByText('Nothing is armed.').waitFor();
  await page.getByRole('button', { name: 'Next poll 429' }).click();
  await page.locator('.armed').getByText('answers 429, again after 5s').waitFor();
  await page.getByText('getGenerationStatus · 1 more time · for 10 m').waitFor();
  await page.getByText('Armed for getGenerationStatus, 1 time: answers 429, again after 5s.').waitFor();
  app.workspace.clock.advance('100ms');
  await page.getByRole('link', { name: 'Faults 1 armed' }).waitFor();
  expect(await outcome(app.ask('/templates'))).toBe(200);
  expect(await outcome(app.poll(job))).toBe(429);
  await page.getByText('Nothing is armed. Answers').waitFor();
  expect(await outcome(app.poll(job))).toBe(200);
});

test('the next response is a 500', async ({ app, open, page }) => {
  await open('faults');
  await page.getByRole('button', { name: 'Next answer 500' }).click();
  await page.locator('.armed').getByText('any operation · 1 more time').waitFor();
  expect(await outcome(app.ask('/templates'))).toBe(500);
});

test('the connection is dropped', async ({ app, open, page }) => {
  await open('faults');
  await page.getByRole('button', { name: 'Drop connection' }).click();
  await page.locator('.armed').getByText('the connection is dropped').waitFor();
  expect(await outcome(app.ask('/templates'))).toBe('dropped');
});

test('a response waits for three seconds of the clock', async ({ app, open, page }) => {
  await open('faults');
  await page.getByRole('button', { name: '3 s latency' }).click();
  await page.locator('.armed').getByText('held back 3s').waitFor();
  const answer = outcome(app.ask('/templates'));
  await page.getByText('Nothing is armed. Answers').waitFor();
  await page.getByRole('button', { name: 'Next event' }).click();
  await page.getByText('An answer that was held back went out.').waitFor();
  expect(await answer).toBe(200);
});

test('a body is malformed', async ({ app, open, page }) => {
  await open('faults');
  await page.getByRole('button', { name: 'Malformed body' }).click();
  await page.locator('.armed').getByText('the body is no JSON').waitFor();
  await expect((await app.ask('/templates')).json()).rejects.toThrow(SyntaxError);
});

test('a fault applies to another operation, and more than once', async ({ app, open, page }) => {
  await open('faults');
  await page.getByLabel('Operation').selectOption('list templates');
  const times = page.getByLabel('Times');
  const button = page.getByRole('button', { name: 'Answer 500' });
  for (const wrong of ['0', '-1', '', '1.5', '100001']) {
    await times.fill(wrong);
    await page.getByText('Times is a whole number from 1 to 100,000.').waitFor();
    expect(await button.isDisabled(), wrong).toBe(true);
  }
  await times.fill('2');
  await button.click();
  await page.getByText('Armed for listTemplates, 2 times: answers 500.').waitFor();
  await page.getByText('listTemplates · 2 more times').waitFor();
  expect(await outcome(app.ask('/templates'))).toBe(500);
  await page.getByText('listTemplates · 1 more time').waitFor();
});

test('active faults are removed, one or all', async ({ app, open, page }) => {
  await open('faults');
  for (const name of ['Next poll 429', 'Next answer 500', 'Malformed body'])
    await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Disarm: answers 500' }).click();
  await eventually(() => page.locator('.armed li').count(), 2);
  expect(await app.workspace.faults()).toHaveLength(2);
  await page.getByRole('button', { name: 'Disarm all' }).click();
  await page.getByText('Nothing is armed. Answers').waitFor();
  expect(await app.workspace.faults()).toEqual([]);
});

test('an active fault is removed when its time is over', async ({ app, open, page }) => {
  await open('faults');
  app.workspace.clock.advance('1ms');
  await app.workspace.arm({ latency: '1s', ttl: '30s' });
  await page.getByText('for 30 s').waitFor();
  app.workspace.clock.advance('20s');
  await page.getByText('for 10 s').waitFor();
  app.workspace.clock.advance('11s');
  await page.getByText('Nothing is armed. Answers').waitFor();
});
