import { expect } from 'vitest';
import { test } from './panel-test.js';

test('the panel links to the wall while one runs', async ({ open, page }) => {
  let running: { url?: string } = {};
  await page.route('**/_deckhand/wall', (route) => route.fulfill({ json: running }));
  await open();
  const link = page.getByRole('link', { name: 'Wall', exact: true });
  expect(await link.count()).toBe(0);
  running = { url: 'http://wall.localhost:4020/' };
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => link.getAttribute('href')).toBe(running.url);
  running = {};
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => link.count()).toBe(0);
});
