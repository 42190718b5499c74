import { expect } from '@playwright/test';
import { rowOf, test } from './panel-test.js';

const POLLED = { name: 'Status response' };

test('scrubbing shows the body of a poll at that time, and returns to now', async ({ app, open, page }) => {
  const job = await app.startJob('Harbour taxis');
  await open(`jobs/${job}`);
  const body = page.getByRole('region', POLLED);
  await body.getByText('"generating"').waitFor();
  const slider = page.getByRole('slider', { name: 'Time to inspect' });
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
  expect((await (await app.pollJob(job)).json()).status).toBe('generating');
});

test('a job asks, fails, completes with a given title, and stalls', async ({ app, open, page }) => {
  const acts = [
    ['Ask', 'Question', 'In which colours?', { status: 'awaiting_input', message: 'In which colours?' }],
    ['Fail', 'Error', 'Out of ink.', { status: 'failed', error: 'Out of ink.' }],
    [
      'Complete',
      'Title of the presentation',
      'Early',
      { status: 'completed', presentation: { title: 'Early' } },
    ],
  ] as const;
  for (const [act, label, text, view] of acts) {
    const job = await app.startJob(`To ${act}`);
    await open(`jobs/${job}`);
    await page.getByRole('button', { name: act, exact: true }).click();
    await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: `${act} ${act === 'Ask' ? 'question' : 'job'}` }).click();
    await rowOf(page, `To ${act}`).getByText(view.status).waitFor();
    expect(await (await app.pollJob(job)).json()).toMatchObject(view);
  }
  await expect(page.getByRole('button', { name: 'Next event of this job' })).toHaveCount(0);
  const job = await app.startJob('To stall');
  await open(`jobs/${job}`);
  await page.getByRole('button', { name: 'Stall' }).click();
  await page.getByText('The job stalls.').waitFor();
  app.workspace.clock.advance('1h');
  expect((await (await app.pollJob(job)).json()).status).toBe('generating');
});
