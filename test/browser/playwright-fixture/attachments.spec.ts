/**
 * Tests that fail, whose reports playwright-fixture.spec.ts reads, and their counterparts that pass. The name of this file sorts
 * first, because Playwright ends a worker after each failure.
 */
import { expect, test } from 'deckhand/playwright';

const UNAVAILABLE = { operation: 'getPresentation', response: { status: 503 } } as const;

test('fails with attachments', async ({ deckhand }) => {
  await deckhand.fetch('/templates');
  expect('this').toBe('that');
});

test('fails because an assertion is not awaited', async ({ deckhand }) => {
  await deckhand.fetch('/templates');
  void expect(deckhand).toHaveReceived('startGeneration');
});

test('fails because a call is not awaited', async ({ deckhand }) => {
  await deckhand.fetch('/templates');
  void deckhand.addFault({ response: { status: 503 }, optional: true });
});

test('fails because no request met a fault', async ({ deckhand }) => {
  await deckhand.addFault(UNAVAILABLE);
});

test('fails because a fault expired before a request met it', async ({ deckhand }) => {
  await deckhand.addFault({ ...UNAVAILABLE, ttl: '1m' });
  await deckhand.clock.advance('2m');
  await deckhand.fetch('/templates');
});

test('a fault need not be met if it is optional, removed, or passed over by its probability', async ({
  deckhand,
}) => {
  await deckhand.addFault({ ...UNAVAILABLE, optional: true });
  const { id } = await deckhand.addFault(UNAVAILABLE);
  await deckhand.removeFault(id);
  await deckhand.addFault({ operation: 'listTemplates', probability: 1e-9, response: { status: 503 } });
  expect((await deckhand.fetch('/templates')).status).toBe(200);
});

test('a request of a page waits for the calls before it', async ({ page, deckhand }) => {
  await page.goto('/');
  void deckhand.addFault({ response: { status: 503 } });
  const status = await page.evaluate(() => fetch('/api/v1/templates').then((response) => response.status));
  expect(status).toBe(503);
});
