/** `test` of Playwright; a page that throws an error fails its test. */
import { expect, test as base } from '@playwright/test';

export { expect };

export const test = base.extend({
  page: async ({ page }, use) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await use(page);
    expect(errors, 'errors thrown in the page').toEqual([]);
  },
});
