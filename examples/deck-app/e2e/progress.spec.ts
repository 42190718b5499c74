import { expect, PROMPT, test } from './deck-app';

test('happy-path: the progress bar follows the slides, and then the deck is shown', async ({
  app,
  deckhand,
}) => {
  await deckhand.useScenario('happy-path');
  await app.createDeck('Quarterly report');
  await expect(deckhand).toHaveReceived('startGeneration', {
    times: 1,
    body: { prompt: PROMPT, template_id: 'tpl_report' },
  });
  await expect(app.heading).toHaveText('Making your deck');
  await expect(app.bar).toHaveAttribute('aria-valuetext', 'Getting ready');

  await app.runFor('4s');
  await expect(app.status).toHaveText('Writing slide 1 of 6');
  await expect(app.bar).toHaveAttribute('aria-valuenow', '0');
  await app.runFor('4s');
  await expect(app.status).toHaveText('Writing slide 4 of 6');
  await expect(app.bar).toHaveAttribute('aria-valuenow', '3');

  await app.runFor('4s');
  await expect(app.heading).toHaveText(PROMPT);
  await expect(app.slide).toContainText('The quarter in one slide');
  await expect(app.page.getByText('6 sections · private · 2,480 tokens')).toBeVisible();

  await app.runFor('1h');
  await expect(deckhand).toHaveReceived('getGenerationStatus', { times: 4 });
});

test('happy-path: the deck can be paged through, renamed, and opened again', async ({ app, deckhand }) => {
  await deckhand.useScenario('happy-path');
  await app.createDeck();
  await app.runFor('12s');

  await app.button('Next').click();
  await expect(app.slide).toContainText('Our answer');
  await app.page.keyboard.press('End');
  await expect(app.slide).toContainText('What we ask');
  await app.button('The team').click();
  await expect(app.page.getByRole('navigation')).toContainText('6 / 8');

  await app.button('Rename').click();
  await app.page.getByLabel('Title of the deck').fill('Harbour taxis, second round');
  await app.button('Save').click();
  await expect(app.heading).toHaveText('Harbour taxis, second round');
  await app.page.reload();
  await expect(app.heading).toHaveText('Harbour taxis, second round');
  await expect(deckhand).toHaveReceived('getPresentation', { times: 1 });

  await app.page.goBack();
  await expect(app.heading).toHaveText('What is your deck about?');
});

test('happy-path: the deck opens in the viewer', async ({ app, context, deckhand }) => {
  await deckhand.useScenario('happy-path');
  await app.createDeck();
  await app.runFor('12s');
  const opened = context.waitForEvent('page');
  await app.page.getByRole('link', { name: 'Open viewer' }).click();
  const viewer = await opened;
  await viewer.waitForLoadState();
  await viewer.keyboard.press('End');
  await expect(viewer.getByRole('heading', { name: 'What we ask' })).toBeVisible();
});

test('instant: the deck follows the prompt without a flash of the progress screen', async ({
  app,
  deckhand,
}) => {
  await deckhand.useScenario('instant');
  await app.open();
  await app.page.evaluate(() => {
    const titles: string[] = [];
    new MutationObserver(() => titles.push(document.title)).observe(document.head, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(globalThis, { titles });
  });
  await app.compose();
  await expect(app.heading).toHaveText(PROMPT);
  const titles = await app.page.evaluate(() => (globalThis as unknown as { titles: string[] }).titles);
  expect(new Set(titles)).toEqual(new Set([`${PROMPT} · Foredeck`]));
  await expect(deckhand).toHaveReceived('getGenerationStatus', { times: 1 });
});

test('slow-progress: a reload continues with the same job, and slow progress is no failure', async ({
  app,
  deckhand,
}) => {
  await deckhand.useScenario('slow-progress');
  await app.createDeck();
  await app.runFor('1m');
  await expect(app.bar).toHaveAttribute('aria-valuenow', '1');

  await app.page.reload();
  await expect(app.status).toHaveText('Writing slide 2 of 8');
  await expect(app.page.getByText(PROMPT)).toBeVisible();
  await app.runFor('1m');
  await expect(app.status).toHaveText('Waiting for a free illustrator');
  await app.runFor('30s');
  await expect(app.status).toHaveText('Waiting for a free illustrator');
  await app.runFor('90s');
  await expect(app.heading).toHaveText(PROMPT);
  await expect(deckhand).toHaveReceived('startGeneration', { times: 1 });
});

test('no-progress: the bar is indeterminate without progress', async ({ app, deckhand }) => {
  await deckhand.useScenario('no-progress');
  await app.createDeck();
  await app.runFor('4s');
  await expect(app.bar).not.toHaveAttribute('aria-valuenow');
  await expect(app.status).toHaveText('Waiting for the first slide…');
  await app.runFor('4s');
  await expect(app.page.getByText(/^8 sections · private$/)).toBeVisible();
});

test('long-deck: three hundred slides have a bar, and a list that scrolls along', async ({
  app,
  deckhand,
}) => {
  await deckhand.useScenario('long-deck');
  await app.createDeck();
  await app.runFor('8s');
  await expect(app.bar).toHaveAttribute('aria-valuemax', '300');
  await expect(app.bar).toHaveAttribute('aria-valuenow', '225');
  await app.runFor('4s');
  await expect(app.page.getByRole('list', { name: 'Sections' }).getByRole('button')).toHaveCount(300);
  await app.slide.focus();
  await app.page.keyboard.press('End');
  await expect(app.page.getByRole('navigation')).toContainText('300 / 300');
  await expect(app.page.locator('[aria-current=true]')).toBeInViewport();
});

test('never-ends: polling stops after five minutes without a change, and can be resumed', async ({
  app,
  deckhand,
}) => {
  await deckhand.useScenario('never-ends');
  await app.createDeck();
  await app.runFor('8s');
  await expect(app.bar).toHaveAttribute('aria-valuenow', '7');
  await app.runFor('4m');
  await expect(app.heading).toHaveText('Making your deck');
  await app.runFor('1m');
  await expect(app.heading).toHaveText('Nothing new for a while');
  await deckhand.clearJournal();
  await app.runFor('1h');
  await expect(deckhand).toHaveReceived('getGenerationStatus', { times: 0 });

  await app.button('Keep looking').click();
  await expect(app.bar).toHaveAttribute('aria-valuenow', '7');
  await app.button('Start over').click();
  await expect(app.page.getByLabel('What the deck is about')).toHaveValue(PROMPT);
});
