/** These tests do not start; playwright-fixture.test.ts looks at their errors. */
import { test } from 'deckhand/playwright';

test.describe('no server', () => {
  test.use({ deckhandServer: process.env['NOBODY'] });
  test.fail('fails because no server listens', async ({ deckhand }) => {
    await deckhand.fetch('/templates');
  });
});

test.describe('server and options', () => {
  test.use({ deckhandServer: 'http://127.0.0.1:4010', deckhandOptions: { seed: 2 } });
  test.fail('fails because a server has its own options', async ({ deckhand }) => {
    await deckhand.fetch('/templates');
  });
});
