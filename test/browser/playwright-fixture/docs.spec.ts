/** The tests of docs/tests.md about Playwright, unchanged. */
import { expect, test } from 'deckhand/playwright';

test('the app shows a failure and starts one job', async ({ page, deckhand }) => {
  await deckhand.useScenario('timeout-failure');
  await page.goto('/');
  await page.getByRole('button', { name: 'Generate' }).click();
  await deckhand.clock.advance('5m');
  await expect(page.getByRole('status')).toHaveText(/timed out/);
  await expect(deckhand).toHaveReceived('startGeneration', { times: 1, body: { prompt: 'Harbour taxis' } });
});

test('the app shows the deck after a minute, at any poll interval', async ({ page, deckhand }) => {
  await deckhand.clock.pauseWith(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Generate' }).click();
  await deckhand.clock.runFor('1m');
  await expect(page.getByRole('status')).toHaveText('completed');
  await expect(deckhand).toHaveReceived('getGenerationStatus', { status: '2xx' });
});

test('the app shows a rate limit', async ({ page, deckhand }) => {
  await deckhand.addFault({ operation: 'startGeneration', response: { status: 429, retry_after: '5s' } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByRole('status')).toHaveText('wait 5');
  await expect(deckhand).not.toHaveReceived('getGenerationStatus');
});

test('the app shows why a job failed', async ({ page, deckhand }) => {
  const json = { generation_id: 'gen_1', status: 'failed', error: 'No ink.' } as const;
  await deckhand.override('getGenerationStatus', { json });
  await page.goto('/');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByRole('status')).toHaveText('No ink.');
});
