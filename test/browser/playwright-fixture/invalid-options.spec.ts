/** These tests do not start; playwright-fixture.spec.ts reads their errors. */
import { test } from 'deckhand/playwright';

test.describe('no server', () => {
  test.use({ deckhandServerOrigin: process.env['NOBODY'] });
  test.fail('fails because no server listens', async ({ deckhand }) => {
    await deckhand.fetch('/templates');
  });
});

test.describe('server and options', () => {
  test.use({ deckhandServerOrigin: 'http://127.0.0.1:4010', deckhandOptions: { seed: 2 } });
  test.fail('fails because a server has its own options', async ({ deckhand }) => {
    await deckhand.fetch('/templates');
  });
});
