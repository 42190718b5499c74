import { expect, PROMPT, test } from './deck-app';

test('asks-a-question: polling pauses until the reply, and then the deck is finished', async ({
  app,
  deckhand,
}) => {
  await deckhand.useScenario('asks-a-question');
  await app.createDeck();
  await app.runFor('4s');
  await expect(app.heading).toHaveText('Who is the audience: people who decide, or people who do the work?');
  await app.runFor('1h');
  await expect(deckhand).toHaveReceived('getGenerationStatus', { times: 2 });

  await app.replyToQuestion('People who decide.');
  await expect(deckhand).toHaveReceived('sendGenerationMessage', {
    times: 1,
    body: { message: 'People who decide.' },
  });
  await expect(app.heading).toHaveText('Making your deck');
  await app.runFor('4s');
  await expect(app.status).toHaveText('Writing slide 7 of 8');
  await app.runFor('4s');
  await expect(app.heading).toHaveText(PROMPT);
});

test('asks-a-question: a reload shows the question again', async ({ app, deckhand }) => {
  await deckhand.useScenario('asks-a-question');
  await app.createDeck();
  await app.runFor('4s');
  await app.page.reload();
  await expect(app.heading).toContainText('Who is the audience');
  await app.replyToQuestion('People who decide.');
  await app.runFor('8s');
  await expect(app.heading).toHaveText(PROMPT);
});

test('asks-a-question: a lost reply stays in the form, and can be sent again', async ({ app, deckhand }) => {
  await deckhand.useScenario('asks-a-question');
  await app.createDeck();
  await app.runFor('4s');
  await deckhand.addFault({ operation: 'sendGenerationMessage', connection: 'reset' });
  await app.replyToQuestion('People who decide.');
  await expect(app.page.getByRole('alert')).toContainText('Your answer may not have arrived.');
  await expect(app.page.getByLabel('Your answer')).toHaveValue('People who decide.');

  await app.button('Send the answer').click();
  await expect(app.heading).toHaveText('Making your deck');
});

test('asks-a-question: a rate-limited reply is retried automatically', async ({ app, deckhand }) => {
  await deckhand.useScenario('asks-a-question');
  await app.createDeck();
  await app.runFor('4s');
  await deckhand.addFault({
    operation: 'sendGenerationMessage',
    response: { status: 429, retry_after: '7s' },
  });
  await app.replyToQuestion('People who decide.');
  await expect(app.status).toHaveText('The service asks for a break. The next try is in 7 seconds.');
  await app.runFor('7s');
  await expect(app.heading).toHaveText('Making your deck');
});

test('another question has a new, empty form', async ({ app, deckhand }) => {
  await deckhand.useScenario('asks-a-question');
  await app.createDeck();
  await app.runFor('4s');
  const [{ generation_id: job } = { generation_id: '' }] = await deckhand.jobs();
  await deckhand.replyToJob(job, 'Replied in another tab.');
  await deckhand.askQuestion(job, 'How long may the talk be?');
  await deckhand.addFault({ operation: 'sendGenerationMessage', connection: 'reset' });
  await app.replyToQuestion('People who decide.');
  await expect(app.heading).toHaveText('How long may the talk be?');
  await expect(app.page.getByLabel('Your answer')).toHaveValue('');
});

test('asks-twice: a second question is another question', async ({ app, deckhand }) => {
  await deckhand.useScenario('asks-twice');
  await app.createDeck();
  await app.runFor('4s');
  await expect(app.heading).toHaveText('How long may the talk be?');
  await app.replyToQuestion('Ten minutes.');
  await app.runFor('4s');
  await expect(app.heading).toHaveText('Should the figures be from this year or from the last full one?');
  await expect(app.page.getByLabel('Your answer')).toHaveValue('');
  await app.replyToQuestion('The last full one.');
  await app.runFor('4s');
  await expect(app.heading).toHaveText(PROMPT);
  await expect(deckhand).toHaveReceived('sendGenerationMessage', { times: 2 });
});

test('unanswered-question: a reply that is too late shows how the job ended', async ({ app, deckhand }) => {
  await deckhand.useScenario('unanswered-question');
  await app.createDeck();
  await app.runFor('4s');
  await expect(app.heading).toHaveText('Which of your two products is this about?');
  await app.runFor('31s');
  await app.replyToQuestion('The harbour taxi.');
  await expect(app.heading).toHaveText('The deck was not made');
  await expect(app.page.getByRole('blockquote')).toHaveText('The question was not answered in time.');
  await expect(deckhand).toHaveReceived('sendGenerationMessage', { times: 1, status: 409 });
});
