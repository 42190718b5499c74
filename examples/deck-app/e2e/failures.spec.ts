import { expect, PROMPT, test } from './deck-app';

test('timeout-failure: the error is shown, polling ends, and the start can be retried', async ({
  app,
  deckhand,
}) => {
  await deckhand.useScenario('timeout-failure');
  await app.createDeck('Lesson');
  await app.runFor('8s');
  await expect(app.bar).toHaveAttribute('aria-valuenow', '3');
  await app.runFor('12s');
  await expect(app.heading).toHaveText('The deck was not made');
  await expect(app.page.getByRole('blockquote')).toHaveText(
    'Generation timed out before the deck was finished.',
  );
  await app.runFor('1h');
  await expect(deckhand).toHaveReceived('getGenerationStatus', { times: 6 });

  await deckhand.useScenario('instant');
  await app.button('Try again').click();
  await expect(app.heading).toHaveText(PROMPT);
  await expect(deckhand).toHaveReceived('startGeneration', {
    times: 2,
    body: { prompt: PROMPT, template_id: 'tpl_lesson' },
  });
});

test('upstream-error: the error is shown unchanged, and the prompt can be edited', async ({
  app,
  deckhand,
}) => {
  await deckhand.useScenario('upstream-error');
  await app.createDeck();
  await app.runFor('8s');
  const reason = app.page.getByRole('blockquote');
  await expect(reason).toContainText('giving up after 4.2 s <no further detail>');
  expect(await reason.innerText()).toContain('"Overloaded"\n  request req_7d1f0c;');
  await app.button('Change the prompt').click();
  await expect(app.page.getByLabel('What the deck is about')).toHaveValue(PROMPT);
});

test('api-disabled: the screen explains the problem, and can be refreshed', async ({ app, deckhand }) => {
  await deckhand.useScenario('api-disabled');
  await app.open();
  await expect(app.heading).toHaveText('The API is switched off');
  await expect(app.page.getByText('An administrator can switch it on')).toBeVisible();
  await app.runFor('1h');
  await expect(deckhand).toHaveReceived('listTemplates', { times: 1, status: 403 });

  await deckhand.clearScenario();
  await app.button('Refresh').click();
  await expect(app.heading).toHaveText('What is your deck about?');
});

test('a rejected key has another message than a workspace without access', async ({ app, deckhand }) => {
  await deckhand.addFault({ operation: 'listTemplates', response: { status: 401 } });
  await app.open();
  await expect(app.heading).toHaveText('The service rejects the key');
});

test('an unknown job is reported as not found', async ({ app }) => {
  await app.page.goto('/?job=gen_of-yesterday');
  await expect(app.heading).toHaveText('There is nothing here');
  await app.button('Start over').click();
  await expect(app.heading).toHaveText('What is your deck about?');
});

test('a rejected prompt stays in the form, with the message of the service', async ({ app, deckhand }) => {
  await deckhand.addFault({
    operation: 'startGeneration',
    response: { status: 400, body: { detail: 'Too short.' } },
  });
  await app.createDeck();
  await expect(app.page.getByRole('alert')).toContainText('Too short.');
  await app.button('Make the deck').click();
  await expect(app.heading).toHaveText('Making your deck');
});

test('a start that may have succeeded is not retried automatically', async ({ app, deckhand }) => {
  await deckhand.addFault({ operation: 'startGeneration', connection: 'reset' });
  await app.createDeck();
  await expect(app.page.getByRole('alert')).toContainText('The service cannot be reached.');
  await app.runFor('1h');
  await expect(deckhand).toHaveReceived('startGeneration', { times: 1 });
});

test('a rejected title does not change the deck', async ({ app, deckhand }) => {
  await deckhand.useScenario('instant');
  await app.createDeck();
  await app.button('Rename').click();
  await deckhand.addFault({ operation: 'updatePresentation', response: { status: 503 } });
  await app.page.getByLabel('Title of the deck').fill('Another');
  await app.button('Save').click();
  await expect(app.page.getByRole('alert')).toContainText('The title was not changed.');
  await app.button('Cancel').click();
  await expect(app.heading).toHaveText(PROMPT);
});
