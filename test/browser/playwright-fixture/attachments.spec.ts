/**
 * These tests fail; playwright-fixture.spec.ts reads their reports. The name of this file sorts last, because
 * Playwright ends a worker after each failure.
 */
import { expect, test } from 'deckhand/playwright';

test('fails with attachments', async ({ deckhand }) => {
  await deckhand.fetch('/templates');
  expect('this').toBe('that');
});
