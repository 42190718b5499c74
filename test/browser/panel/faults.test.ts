import { expect } from 'vitest';
import { eventually, test } from './panel-test.js';

const outcome = (response: Promise<Response>): Promise<number | string> =>
  response.then(
    ({ status }) => status,
    () => 'dropped',
  );

test('the next poll is a 429, and only the next', async ({ app, open, page }) => {
  const job = await app.start('Harbour taxis');
  await open('faults');
  await page.getByText('No active faults.').waitFor();
  await page.getByLabel('Operation').selectOption('poll a job');
  await page.getByRole('button', { name: /^429/ }).click();
  await page.locator('.active-faults').getByText('responds 429 with Retry-After 5s').waitFor();
  await page.getByText('poll a job · 1 more time · for 10 m · has not happened yet').waitFor();
  await page.getByRole('link', { name: 'Faults 1 active' }).waitFor();
  expect(await outcome(app.ask('/templates'))).toBe(200);
  expect(await outcome(app.poll(job))).toBe(429);
  await page.getByText('No active faults.').waitFor();
  expect(await outcome(app.poll(job))).toBe(200);
});

test('one click drops a connection, delays a response, or breaks a body', async ({ app, open, page }) => {
  await open('faults');
  const inject = async (name: RegExp, effect: string): Promise<void> => {
    await page.getByRole('button', { name }).click();
    await page.locator('.active-faults').getByText(effect).waitFor();
  };
  await inject(/^500/, 'responds 500');
  expect(await outcome(app.ask('/templates'))).toBe(500);
  await inject(/^Drop connection/, 'drops the connection');
  expect(await outcome(app.ask('/templates'))).toBe('dropped');
  await inject(/^Malformed body/, 'sends a body that is not JSON');
  await expect((await app.ask('/templates')).json()).rejects.toThrow(SyntaxError);
  await inject(/^3 s delay/, 'delays by 3s');
  const late = outcome(app.ask('/templates'));
  await page.getByText('No active faults.').waitFor();
  await page.getByRole('button', { name: 'Next event' }).click();
  await page.getByText('A delayed response was sent.').waitFor();
  expect(await late).toBe(200);
});

test('a fault applies to one job, as often as given, and what applies first is shown', async ({
  app,
  open,
  page,
}) => {
  const [job, other] = [await app.start('Harbour taxis'), await app.start('Lighthouses')];
  await open('faults');
  await page.getByRole('combobox', { name: 'Job' }).selectOption(job);
  const times = page.getByLabel('Times');
  for (const wrong of ['0', '-1', '', '1.5', '100001']) {
    await times.fill(wrong);
    await page.getByRole('button', { name: /^500/ }).click();
    await page.getByRole('alert').getByText('Times must be').waitFor();
  }
  await times.fill('2');
  await eventually(() => page.getByRole('alert').count(), 0);
  await page.getByRole('button', { name: /^500/ }).click();
  await page.getByText('any operation, of Harbour taxis · 2 more times').waitFor();
  await page.getByRole('combobox', { name: 'Job' }).selectOption('all jobs');
  await page.getByRole('button', { name: /^429/ }).click();
  await page.locator('.active-faults li', { hasText: '429' }).getByText('after 1').waitFor();
  await page.locator('.active-faults li', { hasText: '500' }).getByText('applies first').waitFor();
  expect(await outcome(app.poll(job))).toBe(500);
  expect(await outcome(app.poll(other))).toBe(429);
});

test('any other response: status, body, Retry-After and delay; for a while or by chance', async ({
  app,
  open,
  page,
}) => {
  await open('faults');
  await page.getByText('Any other response').click();
  const inject = page.getByRole('button', { name: 'Inject fault' });
  await page.getByRole('spinbutton', { name: 'Status' }).fill('418');
  await page.getByLabel('Retry-After').fill('soon');
  await inject.click();
  await page.getByRole('alert').getByText('Retry-After must be a time').waitFor();
  await page.getByLabel('Retry-After').fill('7s');
  await page.getByRole('textbox', { name: 'Body' }).fill('{"oh":"no"}');
  await page.getByLabel('How often').selectOption('for a while');
  await page.getByLabel('For', { exact: true }).fill('90s');
  await inject.click();
  await page.getByText('any operation · for 1 m 30 s').waitFor();
  const refused = await app.ask('/templates');
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    418,
    '7',
    { oh: 'no' },
  ]);
  await page.getByRole('button', { name: /^Remove: responds 418/ }).click();
  await page.getByText('No active faults.').waitFor();
  await page.getByRole('textbox', { name: 'Body' }).fill('<h1>Bad gateway</h1>');
  await page.getByText('Not JSON: sent as text/html.').waitFor();
  await page.getByLabel('How often').selectOption('by chance');
  await page.getByLabel('Percent').fill('100');
  await inject.click();
  await page.locator('.active-faults li').waitFor();
  const page502 = await app.ask('/templates');
  expect([page502.headers.get('content-type'), await page502.text()]).toEqual([
    'text/html',
    '<h1>Bad gateway</h1>',
  ]);
});

test('active faults are removed, one or all', async ({ app, open, page }) => {
  await open('faults');
  const shown = (): Promise<number> => page.locator('.active-faults li').count();
  for (const name of [/^429/, /^500/, /^Malformed body/]) await page.getByRole('button', { name }).click();
  await eventually(shown, 3);
  await page.getByRole('button', { name: 'Remove: responds 500' }).click();
  await eventually(shown, 2);
  expect(await app.workspace.faults()).toHaveLength(2);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page
    .getByRole('dialog', { name: 'Remove 2 active faults?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByText('No active faults.').waitFor();
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
  await page.getByText('No active faults.').waitFor();
});
