import type { Page } from '@playwright/test';
import { expect, test } from 'deckhand/playwright';

const FAR = 'https://api.example.com/api/v1';

async function generate(page: Page): Promise<void> {
  await page.goto(`/?api=${FAR}`);
  await page.getByRole('button').click();
}

test('error, truncated and malformed responses arrive unchanged, with Retry-After', async ({
  page,
  deckhand,
}) => {
  await deckhand.addFault({ response: { status: 429, retry_after: '7s' } });
  await generate(page);
  await expect(page.getByRole('status')).toHaveText('wait 7');
  await deckhand.addFault({ response: { status: 503 } });
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('status 503');
  await deckhand.addFault({ corrupt: 'malformed' });
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('unreadable');
  await deckhand.addFault({ corrupt: 'truncated' });
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('Failed to fetch');
});

test('a stalled response lasts until the page aborts, navigates or closes', async ({
  page,
  context,
  deckhand,
}) => {
  await deckhand.addFault({ connection: 'timeout', times: 3 });
  const aborted = { status: 'none' } as const;
  await generate(page);
  // A request that has not arrived when it is aborted does not count.
  await expect.poll(() => deckhand.clock.pendingResponses()).toBe(1);
  await page.evaluate((base) => {
    const abort = new AbortController();
    Object.assign(globalThis, { abort });
    void fetch(`${base}/templates`, { signal: abort.signal }).catch(() => undefined);
  }, FAR);
  await expect.poll(() => deckhand.clock.pendingResponses()).toBe(2);
  await page.evaluate(() => (Reflect.get(globalThis, 'abort') as AbortController).abort());
  await expect(deckhand).toHaveReceived('listTemplates', { ...aborted, times: 1 });
  await page.goto('about:blank');
  await expect(deckhand).toHaveReceived('startGeneration', { ...aborted, times: 1 });
  const second = await context.newPage();
  await generate(second);
  await expect.poll(() => deckhand.clock.pendingResponses()).toBe(1);
  await second.close();
  await expect(deckhand).toHaveReceived('startGeneration', { ...aborted, times: 2 });
});

test('a test can end while a response stalls', async ({ page, deckhand }) => {
  await deckhand.addFault({ connection: 'timeout' });
  await page.goto('/?stalled');
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('requesting');
});
