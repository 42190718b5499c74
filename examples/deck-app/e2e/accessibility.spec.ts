import AxeBuilder from '@axe-core/playwright';
import { expect, PROMPT, test } from './deck-app';

test.describe('screens', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('axe objects to nothing on any screen, in light and in dark', async ({ app, deckhand }) => {
    test.slow();
    const { page } = app;
    const look = async (screen: string): Promise<void> => {
      await page.emulateMedia({ colorScheme: 'light' });
      // There are no frames: without a page of its own for each analysis it takes half the time.
      const axe = () => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      const light = await axe().analyze();
      await page.emulateMedia({ colorScheme: 'dark' });
      // Between the two nothing differs but colours.
      const dark = await axe().withRules('color-contrast').analyze();
      const found = [...light.violations, ...dark.violations].map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      );
      expect(found, screen).toEqual([]);
    };
    await deckhand.useScenario('asks-a-question');
    await app.open();
    // axe waits with timers of the page.
    await page.clock.resume();
    await page.getByRole('radio', { name: 'Pitch' }).check();
    await look('compose');
    await app.compose();
    await app.runFor('4s');
    await deckhand.addFault({ operation: 'sendGenerationMessage', connection: 'reset' });
    await app.replyToQuestion('People who decide.');
    await look('question');
    await app.replyToQuestion('People who decide.');
    await deckhand.addFault({ operation: 'getGenerationStatus', response: { status: 502 } });
    await app.runFor('4s');
    await look('progress');
    await app.runFor('5s');
    await app.button('Next').click();
    await app.button('Rename').click();
    await look('deck');
    await deckhand.useScenario('upstream-error');
    await app.createDeck();
    await app.runFor('8s');
    await look('failure');
    await deckhand.useScenario('api-disabled');
    await app.open();
    await expect(app.heading).toHaveText('The API is switched off');
    await look('notice');
  });
});

test('everything can be done with the keyboard, and the focus goes along', async ({ app, deckhand }) => {
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
