import { expect } from 'vitest';
import type { Scenario } from '../../../src/types.js';
import { eventually, rowOf, test } from './panel-test.js';

interface Polled {
  readonly progress: { readonly current_step: string };
  readonly presentation: { readonly id: string; readonly title: string };
}

const POLLED = { name: 'Status response' };

test('a job appears as soon as it starts, and each poll is a tick on its bar', async ({
  app,
  open,
  page,
}) => {
  await open();
  await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
  const job = await app.start('Harbour taxis');
  const row = rowOf(page, 'Harbour taxis');
  await row.getByText('Generating').waitFor();
  await row.getByText('not polled yet').waitFor();
  await app.poll(job);
  await app.poll(job);
  await row.getByText('2 polls').waitFor();
  expect(await row.getByRole('img').getAttribute('aria-label')).toContain('2 polls, 0 failed');
  app.workspace.arm({ on: 'getGenerationStatus', answer: { status: 429 } });
  await app.poll(job);
  await eventually(
    () =>
      row
        .locator('path.poll-fault')
        .getAttribute('d')
        .then((d) => d?.split('M').length),
    2,
  );
});

test('the bar has a part for each step, and the current time moves along it', async ({ app, open, page }) => {
  await app.start('Harbour taxis');
  await open();
  const row = rowOf(page, 'Harbour taxis');
  await eventually(() => row.locator('.part.generating').count(), 4);
  expect(await row.locator('.part.completed').count()).toBe(1);
  expect(await row.locator('.length').textContent()).toBe('12 s');
  expect(await row.getByRole('img').getAttribute('aria-label')).toMatch(/^Timeline of 12 s: /);
  const now = (): Promise<number> =>
    row.locator('.now').evaluate((mark) => mark.getBoundingClientRect().left);
  const before = await now();
  app.workspace.clock.advance('5s');
  await expect.poll(now).toBeGreaterThan(before + 100);
  app.workspace.clock.advance('1m');
  await row.getByText('Completed').waitFor();
});

test('the bar of a job without an end says for how long the job has run', async ({ app, open, page }) => {
  const job = await app.start('Harbour taxis', 'asks-a-question');
  app.workspace.clock.advance('5s');
  await app.poll(job);
  app.workspace.clock.advance('2700ms');
  await open();
  const row = rowOf(page, 'Harbour taxis');
  await row.getByText('7 s+').waitFor();
  expect(await row.getByRole('img').getAttribute('aria-label')).toMatch(/^Timeline of 7 s so far: /);
  await row.getByText('1 poll, last 2 s ago').waitFor();
});

/** Its text changes five times a second at the speed below, and its clock can run for a minute before it ends. */
const LONG: Scenario = {
  title: 'Long',
  description: 'Three hundred slides in a hundred hours.',
  steps: [
    {
      work: {
        for: '100h',
        slides: '0%..100%',
        tokens: '0..90000',
        current_step: 'Writing slide {slide} of {slides}',
      },
    },
    { complete: { sections: 300 } },
  ],
};

test('text and body follow a clock that is set or runs fast, and the panel requests only constant bodies', async ({
  app,
  open,
  ownPage: page,
}) => {
  const { clock } = app.workspace;
  app.workspace.use(LONG);
  const { generation_id: job } = app.workspace.start({ prompt: 'Harbour taxis' });
  clock.advance('4s');
  await open(`jobs/${job}`, page);
  const body = page.getByRole('region', POLLED);
  await body.getByText('"Writing slide 1 of 300"').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/changes?')) asked.push(request.url().slice(app.url.length));
  });
  /** Not a poll, because the panel would get an exchange for it. */
  const agrees = async (): Promise<Polled> => {
    const { view } = app.workspace.job(job);
    await expect.poll(async () => JSON.parse((await body.textContent()) ?? '')).toEqual(view);
    return view as unknown as Polled;
  };
  for (const by of ['21m', '21m', '133s']) {
    clock.advance(by);
    const { progress } = await agrees();
    await rowOf(page, 'Harbour taxis').getByText(progress.current_step).waitFor();
  }
  const before = rowOf(page, 'Harbour taxis').getByText((await agrees()).progress.current_step);
  clock.setSpeed(6000);
  clock.resume();
  await before.waitFor({ state: 'detached' });
  clock.pause();
  await agrees();
  expect(asked).toEqual([]);
  clock.advance('100h');
  const { presentation } = await agrees();
  expect(asked).toEqual([expect.stringContaining(`/jobs/${job}?at=`)]);
  await app.ask(`/presentations/${presentation.id}`, { method: 'PATCH', body: '{"title":"Renamed"}' });
  expect((await agrees()).presentation.title).toBe('Renamed');
});

test('scrubbing shows the body of a poll at that time, and returns to now', async ({ app, open, page }) => {
  const job = await app.start('Harbour taxis');
  await open(`jobs/${job}`);
  const body = page.getByRole('region', POLLED);
  await body.getByText('"generating"').waitFor();
  const slider = page.getByRole('slider', { name: 'Instant to show' });
  await slider.press('End');
  await body.getByText('"completed"').waitFor();
  await slider.press('Home');
  await body.getByText('"generating"').waitFor();
  // The page keys go from part to part, and the labels name them.
  for (let parts = 0; parts < 9; parts += 1) await slider.press('PageDown');
  await body.getByText('"completed"').waitFor();
  await slider.press('Home');
  expect(await page.locator('.labels').innerText()).toMatch(/generating\s+completed/);
  for (let steps = 0; steps < 25; steps += 1) await slider.press('ArrowRight');
  await body.getByText('"progress"').waitFor();
  expect(Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(5000);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect.poll(() => body.textContent()).not.toContain('progress');
  expect((await (await app.poll(job)).json()).status).toBe('generating');
});

test('an open job stays in a filtered list, and the link to a moment leaves the filter out', async ({
  app,
  context,
  open,
  ownPage: page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  const job = await app.start('Harbour taxis', 'asks-a-question');
  app.workspace.clock.advance('4s');
  await open('jobs', page);
  await page.getByRole('button', { name: /^awaiting_input/ }).click();
  await rowOf(page, 'Harbour taxis').getByRole('link').click();
  await page.getByRole('region', { name: 'Job', exact: true }).getByRole('button', { name: 'Reply' }).click();
  await rowOf(page, 'Harbour taxis').getByText('Generating').waitFor();
  await page.getByRole('button', { name: 'Copy a link to this moment' }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(`/jobs/${job}?at=`);
  expect(await copied()).not.toContain('status=');
});

test('eighteen jobs fit a window of 1440 × 900 pixels, and a long prompt ends with "More"', async ({
  app,
  open,
  page,
}) => {
  for (let count = 1; count < 18; count += 1) await app.start(`Deck ${count}`, 'instant');
  const long = await app.start('A deck about all that happened. '.repeat(40));
  await page.setViewportSize({ width: 1440, height: 900 });
  await open();
  await rowOf(page, 'A deck about').waitFor();
  const rows = page.locator('.job.row');
  const seen = (): Promise<number> =>
    rows.evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
  expect(await seen()).toBe(18);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(44);
  await open(`jobs/${long}`);
  const prompt = page.locator('.prompt-whole');
  const height = (): Promise<number> => prompt.evaluate((one) => one.getBoundingClientRect().height);
  const before = await height();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.poll(height).toBeGreaterThan(2 * before);
  await page.getByRole('button', { name: 'Less' }).click();
  await eventually(height, before);
});

test('a job asks, fails, completes with a title of its own, and stalls', async ({ app, open, page }) => {
  const acts = [
    ['Ask', 'Question', 'In which colours?', { status: 'awaiting_input', message: 'In which colours?' }],
    ['Fail', 'Error', 'Out of ink.', { status: 'failed', error: 'Out of ink.' }],
    ['Complete', 'Title of the deck', 'Early', { status: 'completed', presentation: { title: 'Early' } }],
  ] as const;
  for (const [act, label, text, view] of acts) {
    const job = await app.start(`To ${act}`);
    await open(`jobs/${job}`);
    await page.getByRole('button', { name: act, exact: true }).click();
    await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: `${act} ${act === 'Ask' ? 'question' : 'job'}` }).click();
    await rowOf(page, `To ${act}`).getByText(view.status).waitFor();
    expect(await (await app.poll(job)).json()).toMatchObject(view);
  }
  expect(await page.getByRole('button', { name: 'Next event of this job' }).count()).toBe(0);
  const job = await app.start('To stall');
  await open(`jobs/${job}`);
  await page.getByRole('button', { name: 'Stall' }).click();
  await page.getByText('The job stalls.').waitFor();
  app.workspace.clock.advance('1h');
  expect((await (await app.poll(job)).json()).status).toBe('generating');
});

test('the panel says why an action on a job is refused', async ({ app, open, ownPage: page }) => {
  const job = await app.start('Harbour taxis');
  await open(`jobs/${job}`, page);
  await page.getByRole('button', { name: 'Fail', exact: true }).click();
  await page.getByLabel('Error').fill('x'.repeat(10));
  // Another client ended the job first, and this panel does not know it yet.
  await page.route('**/fail', async (route) => {
    app.workspace.complete(job);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Fail job' }).click();
  await page.getByRole('alert').getByText('The job is completed, and stays so.').waitFor();
  await page.getByText('The job has ended. Its state is final.').waitFor();
  await page.getByRole('alert').getByText('The job is completed, and stays so.').waitFor();
});

test('opening a job moves no row up or down on a wide page', async ({ app, open, page }) => {
  const asks = await app.start('Harbour taxis', 'asks-a-question');
  await app.start('Lighthouses', 'instant');
  app.workspace.fail(await app.start('Quarterly review'), 'Out of ink.');
  app.workspace.clock.advance('4s');
  await app.start('Cranes');
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open();
    const top = async () => (await rowOf(page, 'Cranes').boundingBox())?.y;
    const before = await top();
    await open(`jobs/${asks}`);
    await page.getByRole('region', { name: 'Status response' }).waitFor();
    expect(await top(), `${width} pixels`).toBe(before);
  }
});
