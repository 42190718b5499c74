import type { Page } from '@playwright/test';
import { expect, test } from 'deckhand/playwright';

/** Requests the templates in the page. */
const list = (page: Page): Promise<string> =>
  page.evaluate(() => fetch('/api/v1/templates').then(({ status }) => String(status), String));

test('a request of an offline page fails, is in no journal, and meets no fault', async ({
  page,
  context,
  deckhand,
}) => {
  await page.goto('/');
  const { id } = await deckhand.addFault({ response: { status: 503 }, optional: true });
  await context.setOffline(true);
  expect(await list(page)).toContain('Failed to fetch');
  expect(await deckhand.journal()).toEqual([]);
  expect((await deckhand.faults()).map((fault) => fault.id)).toEqual([id]);
  await context.setOffline(false);
  expect(await list(page)).toBe('503');
});

test('a request that is under way is aborted when its page goes offline', async ({
  page,
  context,
  deckhand,
}) => {
  await page.goto('/');
  await deckhand.addFault({ connection: 'timeout' });
  const listed = list(page);
  await expect.poll(() => deckhand.clock.pendingResponses()).toBe(1);
  await context.setOffline(true);
  expect(await listed).toContain('Failed to fetch');
});

test('a context that is given to the sandbox follows setOffline', async ({ browser, deckhand, baseURL }) => {
  const context = await browser.newContext();
  await deckhand.intercept(context);
  const page = await context.newPage();
  await page.goto(baseURL ?? '');
  await context.setOffline(true);
  expect(await list(page)).toContain('Failed to fetch');
  await context.setOffline(false);
  expect(await list(page)).toBe('200');
  await context.close();
});

test.describe('with the option offline', () => {
  test.use({ offline: true });
  test('no request reaches the mock server', async ({ page, deckhand }) => {
    await page.route('http://offline.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>' }),
    );
    await page.goto('http://offline.example/');
    expect(await list(page)).toContain('Failed to fetch');
    expect(await deckhand.journal()).toEqual([]);
  });
});
