import AxeBuilder from '@axe-core/playwright';
import { expect, PROMPT, test } from './deck-app';

test.describe('screens', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('axe finds no violations on any screen, in light and dark themes', async ({ app, deckhand }) => {
    test.slow();
    const { page } = app;
    const analyze = async (screen: string): Promise<void> => {
      await page.emulateMedia({ colorScheme: 'light' });
      // Legacy mode needs no extra page for each analysis, because there are no frames.
      const axe = () => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      const light = await axe().analyze();
      await page.emulateMedia({ colorScheme: 'dark' });
      // The themes differ in colours only.
      const dark = await axe().withRules('color-contrast').analyze();
      const violations = [...light.violations, ...dark.violations].map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      );
      expect(violations, screen).toEqual([]);
    };
    await deckhand.useScenario('asks-a-question');
    await app.open();
    // axe uses timers of the page.
    await page.clock.resume();
    await page.getByRole('radio', { name: 'Pitch' }).check();
    await analyze('compose');
    await app.compose();
    await app.runFor('4s');
    await deckhand.addFault({ operation: 'sendGenerationMessage', connection: 'reset' });
    await app.replyToQuestion('People who decide.');
    await analyze('question');
    await app.replyToQuestion('People who decide.');
    await deckhand.addFault({ operation: 'getGenerationStatus', response: { status: 502 } });
    await app.runFor('4s');
    await analyze('progress');
    await app.runFor('5s');
    await app.button('Next').click();
    await app.button('Rename').click();
    await analyze('deck');
    await deckhand.useScenario('upstream-error');
    await app.createDeck();
    await app.runFor('8s');
    await analyze('failure');
    await deckhand.useScenario('api-disabled');
    await app.open();
    await expect(app.heading).toHaveText('The API is switched off');
    await analyze('notice');
  });
});

test('everything works with the keyboard, and the focus follows the screens', async ({ app, deckhand }) => {
  const { keyboard } = app.page;
  await deckhand.useScenario('asks-a-question');
  await app.open();
  await expect(app.page.getByRole('radio', { name: 'Pitch' })).toBeChecked();
  await expect(app.heading).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type(PROMPT);
  await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await expect(app.page.getByRole('radio', { name: 'Quarterly report' })).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await app.waitForNetworkIdle();
  await expect(app.heading).toHaveText('Making your deck');
  await expect(app.heading).toBeFocused();

  await app.runFor('4s');
  await expect(app.heading).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('People who decide.');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await app.waitForNetworkIdle();
  await app.runFor('8s');
  await expect(app.heading).toBeFocused();

  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(app.page.getByLabel('Title of the deck')).toBeFocused();
  await keyboard.type('Taxis');
  await keyboard.press('Enter');
  await expect(app.heading).toContainText('Taxis');
  await expect(app.button('Rename')).toBeFocused();
  for (const name of ['Open viewer', 'New deck']) {
    await keyboard.press('Tab');
    await expect(app.page.getByText(name)).toBeFocused();
  }
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await expect(app.page.getByRole('navigation')).toContainText('2 / 6');
});
