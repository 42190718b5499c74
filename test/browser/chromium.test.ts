import { expect } from 'vitest';
import { test } from './browser-test.js';

test('a page runs in the browser of the dev dependencies', async ({ page }) => {
  await page.setContent('<h1>Ahoy</h1>');
  expect(await page.textContent('h1')).toBe('Ahoy');
});
