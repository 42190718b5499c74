import { expect } from '@playwright/test';
import { UserError } from '../../../src/base/user-error.js';
import { axeViolations, THEMES_AND_WIDTHS, widthOf } from '../accessibility.js';
import { seedWorkspace } from './seed-workspace.js';
import { rowOf, test } from './panel-test.js';

for (const [colorScheme, width] of THEMES_AND_WIDTHS) {
  test(`every view is accessible, ${colorScheme} and ${width} pixels wide`, async ({
    app,
    open,
    page,
    mockServer,
  }) => {
    const views = await seedWorkspace(app);
    const slow = new UserError(
      'invalid-scenario',
      `${'a-long-folder/'.repeat(9)}slow.yaml:4:3: steps is required`,
    );
    mockServer.deckhand.library.setErrors('slow', [slow]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await open();
    for (const view of views) {
      await open(view);
      await page.locator('main :is(h2, .row)').filter({ visible: true }).first().waitFor();
      expect(await axeViolations(page), view).toEqual([]);
      expect(await widthOf(page), view).toBe(width);
    }
    await open('traffic');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.locator('dialog').waitFor();
    expect(await axeViolations(page), 'the confirmation of Clear').toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Next response…' }).click();
    await page.getByRole('button', { name: 'Remove all' }).waitFor();
    expect(await axeViolations(page), 'the menu of faults').toEqual([]);
    await page.getByRole('button', { name: 'Custom…' }).click();
    await page.locator('dialog').waitFor();
    expect(await axeViolations(page), 'the dialog of a fault').toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Menu of the workspace' }).click();
    expect(await axeViolations(page), 'the menu of the workspace').toEqual([]);
    await page.getByRole('button', { name: 'Reset the workspace' }).click();
    await page.locator('dialog').waitFor();
    expect(await axeViolations(page), 'the confirmation of a reset').toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    for (const key of ['n', 'c']) {
      await page.keyboard.press(key);
      await page.locator('dialog').waitFor();
      expect(await axeViolations(page), `the dialog of the key ${key}`).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
  });
}

test('empty, missing and locked views are accessible, too', async ({ open, page, mockServer }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  expect(await axeViolations(page), 'no jobs').toEqual([]);
  const margins = await page.getByRole('navigation').evaluate((nav) => {
    const range = document.createRange();
    return [...nav.children].map((link) => {
      range.selectNode(link.firstChild ?? link);
      const { left, right } = range.getBoundingClientRect();
      return Math.min(left, innerWidth - right);
    });
  });
  expect(Math.min(...margins), 'beside the names of the views').toBeGreaterThanOrEqual(8);
  await open('traffic');
  expect(await axeViolations(page), 'no traffic').toEqual([]);
  await page.goto(`${mockServer.url}/_deckhand/#/ws_nope/jobs`);
  await page.getByRole('heading', { name: 'No such workspace' }).waitFor();
  expect(await axeViolations(page), 'no such workspace').toEqual([]);
  await page.route('**/_deckhand/api/**', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'token_required', detail: 'Send the token.', status: 403 }),
    }),
  );
  await page.goto(`${mockServer.url}/_deckhand/#/ws_other/jobs`);
  await page.getByLabel('Control token').waitFor();
  expect(await axeViolations(page), 'a token').toEqual([]);
});

test('a job is found, opened and replied to with the keyboard only', async ({ app, open, page }) => {
  const job = await app.startJob('An onboarding deck', 'asks-a-question');
  app.workspace.clock.advance('4s');
  await open();
  await rowOf(page, 'An onboarding deck').waitFor();
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.className ?? '');
  // The skip link, the views, the workspace, the bar and the search: then comes the first job.
  await page.getByRole('link', { name: 'Skip to the content' }).focus();
  for (let presses = 1; presses < 6; presses += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe('row-link');
  await page.keyboard.press('Enter');
  const reply = page.getByRole('region', { name: 'Job', exact: true }).getByRole('button', { name: 'Reply' });
  await reply.waitFor();
  const named = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (let presses = 0; presses < 40 && (await named()) !== 'Reply'; presses += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('The reply was sent.').waitFor();
  expect((await (await app.pollJob(job)).json()).status).toBe('generating');
});
