/** These tests do not begin: what they are told is what playwright-fixture.test.ts looks at. */
import { test } from 'deckhand/playwright';

test.describe('nobody there', () => {
  test.use({ deckhandServer: process.env['NOBODY'] });
  test.fail('fails as no server is there', async ({ deckhand }) => {
    await deckhand.fetch('/templates');
  });
});

test.describe('both', () => {
  test.use({ deckhandServer: 'http://127.0.0.1:4010', deckhandOptions: { seed: 2 } });
  test.fail('fails as a server has options of its own', async ({ deckhand }) => {
    await deckhand.fetch('/templates');
  });
});
