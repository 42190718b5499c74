import { expect, test, wall } from 'deckhand/playwright';

test('keeps the wall of the page: steps as code, on one clock, with pictures in the report', async ({
  page,
}) => {
  await page.goto('/?every=4000');
  const screens = await wall(page, {
    scenarios: ['happy-path', 'upstream-error'],
    at: ['12s'],
    sizes: [640],
    mask: ['a'],
    steps: async (screen, scenario) => {
      await screen.getByLabel('Prompt').fill(`A deck for ${scenario}`);
      await screen.getByRole('button', { name: 'Generate' }).click();
    },
  });
  expect(screens.map(({ name, job, isStill, errors }) => ({ name, job, isStill, errors }))).toEqual([
    { name: 'happy-path-640-12s.png', job: 'completed', isStill: true, errors: [] },
    { name: 'upstream-error-640-12s.png', job: 'failed', isStill: true, errors: [] },
  ]);
  expect(screens[0]?.png.equals(screens[1]?.png ?? Buffer.of())).toBe(false);
  expect(test.info().attachments.map(({ name }) => name)).toEqual(screens.map(({ name }) => name));
  // The page itself did nothing.
  await expect(page.getByRole('status')).toHaveText('idle');
});

test('fails because the page shows no app for the wall', async ({ page }) => {
  await wall(page, { at: ['3s'] });
});

test('fails because a moment of the wall is not a time', async ({ page }) => {
  await page.goto('/');
  await wall(page, { at: ['soon'] });
});
