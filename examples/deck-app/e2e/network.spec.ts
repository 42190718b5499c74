import { expect, PROMPT, test } from './deck-app';

test('rate-limited: the app retries after Retry-After, and not before', async ({ app, deckhand }) => {
  await deckhand.useScenario('rate-limited');
  await app.createDeck();
  await app.runFor('4s');
  await expect(app.bar).toHaveAttribute('aria-valuenow', '2');
  await app.runFor('4s');
  await expect(app.status).toContainText('The service asks for a break. The next try is in 2 seconds.');
  await expect(app.bar, 'the progress stays on the screen').toHaveAttribute('aria-valuenow', '2');

  for (const polls of [4, 5, 6, 7, 8]) {
    await app.runFor(1_990);
    await expect(deckhand).toHaveReceived('getGenerationStatus', { times: polls - 1 });
    await app.runFor(10);
    await expect(deckhand).toHaveReceived('getGenerationStatus', { times: polls });
  }
  await expect(deckhand).toHaveReceived('getGenerationStatus', { times: 5, status: 429 });
  await expect(app.heading).toHaveText(PROMPT);
});

test('rate-limited-no-retry-after: each delay is longer than the previous one', async ({ app, deckhand }) => {
  await deckhand.useScenario('rate-limited-no-retry-after');
  await app.createDeck();
  await app.runFor('2m');
  await expect(deckhand).toHaveReceived('getGenerationStatus', { times: 7 });
  const polls = await deckhand.journal({ operation: 'getGenerationStatus' });
  const times = polls.map(({ startedAt }) => startedAt).sort((one, other) => one - other);
  for (const [index, seconds] of [4, 8, 16, 32].entries()) {
    const delay = ((times[index + 3] ?? 0) - (times[index + 2] ?? 0)) / 1_000;
    expect(delay).toBeGreaterThanOrEqual(seconds);
    // Up to 25 % jitter, so that clients do not retry simultaneously.
    expect(delay).toBeLessThanOrEqual(seconds * 1.25 + 0.1);
  }
  await expect(app.heading).toHaveText(PROMPT);
});

test('rate-limit-policy: a whole job stays within twenty requests a minute', async ({ app, deckhand }) => {
  await deckhand.useScenario('rate-limit-policy');
  await app.createDeck();
  await app.runFor('64s');
  await expect(app.bar).toHaveAttribute('aria-valuenow', '5');
  await app.runFor('28s');
  await expect(app.heading).toHaveText(PROMPT);
  await expect(deckhand).toHaveReceived('getGenerationStatus', { times: 24, status: '2xx' });
  await expect(deckhand).not.toHaveReceived('getGenerationStatus', { status: 429 });
});

test('flaky-network: latency, a dropped connection and a 502 only cost time', async ({ app, deckhand }) => {
  await deckhand.useScenario('flaky-network');
  await app.createDeck();
  await app.runForAndDeliver('4s');
  await expect(app.status).toHaveText('Writing slide 3 of 8');
  await app.runFor('4s');
  await expect(app.status).toContainText('The service cannot be reached. The next try is in');
  await expect(app.status).toContainText('Writing slide 3 of 8');
  await app.runFor('5s');
  await expect(app.status).toContainText('The service failed. The next try is in');
  await app.runForAndDeliver('10s');
  await expect(app.heading).toHaveText(PROMPT);

  await app.page.reload();
  await expect(app.status).toHaveText('The service failed. The next try is in a second.');
  await app.runFor('1s');
  await expect(app.heading).toHaveText(PROMPT);
});

test('broken-responses: an invalid response is requested again', async ({ app, deckhand }) => {
  await deckhand.useScenario('broken-responses');
  await app.createDeck();
  await app.runFor('4s');
  await expect(app.status).toContainText('The service cannot be reached.');
  await app.runFor('5s');
  await expect(app.status).toContainText('The response could not be read.');
  await app.runForAndDeliver('10s');
  await expect(app.heading).toHaveText(PROMPT);
});

test('a request without a response times out after twenty seconds, and is retried', async ({
  app,
  deckhand,
}) => {
  await deckhand.addFault({ operation: 'listTemplates', connection: 'timeout' });
  const requested = app.page.waitForRequest('**/templates');
  await app.open();
  await requested;
  await app.runFor('20s');
  await expect(app.status).toContainText('The service is not responding. The next try is in');
  await app.runFor('5s');
  await expect(app.page.getByRole('radio', { name: 'Pitch' })).toBeChecked();
});
