import { expect, test } from 'deckhand/playwright';

test.use({ deckhandOptions: { scenario: 'instant' }, deckhandScenario: 'timeout-failure' });

test('deckhandScenario overrides the scenario of the options', async ({ deckhand }) => {
  await deckhand.startJob({ prompt: 'Taxis' });
  expect((await deckhand.jobs()).map(({ scenario }) => scenario)).toEqual(['timeout-failure']);
});
