/**
 * These tests fail: what their reports then have is what playwright-fixture.test.ts looks at. Their file is the last by its
 * name, for Playwright ends a worker with each failure.
 */
import { expect, test } from 'deckhand/playwright';

test('fails with something to look at', async ({ deckhand }) => {
  await deckhand.fetch('/templates');
  expect('this').toBe('that');
});
