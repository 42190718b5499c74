import { expect } from '@playwright/test';
import { withServer } from '../mock-server.js';
import { ApiClient, clockOf, rowOf, test } from './panel-test.js';

test('the panel requests a token, tries it, and stores it for the tab', async ({ page }) => {
  await withServer({ controlToken: 'let-me-in' }, async (server) => {
    await page.goto(`${server.url}/_deckhand/`);
    const field = page.getByLabel('Control token');
    await field.fill('something');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This token is invalid.').waitFor();
    await field.fill('let-me-in');
    await page.getByRole('button', { name: 'Continue' }).click();
    await clockOf(page).waitFor();
    const app = new ApiClient(server, 'token');
    await app.startJob('With a token');
    await page.goto(`${server.url}/_deckhand/#/${app.id}/jobs`);
    await rowOf(page, 'With a token').waitFor();
    await page.reload();
    await rowOf(page, 'With a token').waitFor();
  });
});

test('a page without a connection shows it, and can retry', async ({ page, mockServer }) => {
  // The page retries automatically; in this test, only on a click.
  await page.clock.install();
  await page.route('**/_deckhand/api/**', (route) => route.abort());
  await page.goto(`${mockServer.url}/_deckhand/`);
  await page.getByRole('heading', { name: 'Deckhand is not responding' }).waitFor();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  // Requests fail in order. So when this one fails, all requests before the pause have failed, too.
  await page.evaluate(() => fetch('/_deckhand/api/none').catch(() => {}));
  await page.unroute('**/_deckhand/api/**');
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.clock.resume();
  await clockOf(page).waitFor();
});

test('a panel at another name controls the server while an app has six pending requests', async ({
  app,
  page,
}) => {
  await page.goto(`${app.url.replace('127.0.0.1', 'localhost')}/_deckhand/#/${app.id}/jobs`);
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  app.workspace.addFault({ operation: 'listTemplates', times: 12, latency: '1h' });
  const client = await page.context().newPage();
  await client.goto(`${app.url}/_deckhand/docs/`);
  await client.evaluate((key) => {
    const headers = { 'x-api-key': key };
    for (let request = 0; request < 12; request += 1) void fetch('/api/v1/templates', { headers });
  }, app.key);
  // The browser opens six connections; other pages of the tests can have some of them. All others wait.
  await expect.poll(() => app.workspace.clock.pendingResponses()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await app.startJob('Harbour taxis');
  await rowOf(page, 'Harbour taxis').waitFor();
  await client.close();
});
