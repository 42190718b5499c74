import { expect, test } from './deck-app';

test.use({ viewport: { width: 390, height: 844 } });

test('awkward-text: everything is shown as text, without overflow', async ({ app, deckhand }) => {
  const dialogs: string[] = [];
  app.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const fits = () =>
    app.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

  await deckhand.useScenario('awkward-text');
  await app.createDeck();
  await app.runFor('4s');
  await expect(app.heading).toHaveText(
    "Use the word <script>alert('deckhand')</script> in the title? 🤔 {{answer}} ${answer}",
  );
  expect(await fits()).toBe(true);
  await app.replyToQuestion('<b>No</b>');
  await app.runFor('4s');
  await expect(app.heading).toHaveText("<img src=x onerror=alert('deckhand')> & “quotes” 🧑‍🚀 שלום עולם");

  await expect(app.slide.getByRole('heading')).toHaveCSS('direction', 'rtl');
  for (const [heading, text] of [
    [/^Donaudampfschifffahrts/, 'averyveryvery'],
    ['<h1>Markup</h1> &amp; entities &lt;b&gt;', "<script>alert('deckhand')</script>"],
    [/^Zalgo/, 'first line\nsecond line'],
    ['', '“A quote inside a quote”'],
    ['The end', ''],
  ] as const) {
    await app.button('Next').click();
    await expect(app.slide.locator('h2')).toHaveText(heading);
    await expect(app.slide).toContainText(text, { useInnerText: true });
    expect(await fits(), text).toBe(true);
  }
  expect(dialogs).toEqual([]);
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('asks-a-question: the column has the same position on each screen', async ({ app, deckhand }) => {
    const column = () =>
      app.page.locator('.screen').evaluate((screen) => {
        const { left, width } = screen.getBoundingClientRect();
        return { left, width };
      });
    await deckhand.useScenario('asks-a-question');
    await app.open();
    const composing = await column();
    await app.compose();
    await expect(app.bar).toBeVisible();
    expect(await column()).toEqual(composing);
    await app.runFor('4s');
    await expect(app.page.getByLabel('Your answer')).toBeVisible();
    expect(await column()).toEqual(composing);
  });
});
