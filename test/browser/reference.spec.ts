import { expect } from '@playwright/test';
import { expectAccessibleEverywhere, expectUsableAt200Percent } from './accessibility.js';
import { test } from './mock-server.js';

test('the API reference tries an operation against this server, with the chosen key and body', async ({
  page,
  mockServer: { url, deckhand },
}) => {
  await page.goto(`${url}/_deckhand/docs`);
  await page.getByLabel('API key').fill('deckhand-other-key');
  await page.getByLabel('API key').blur();
  const create = page.getByRole('group', { name: 'Try it: Create a presentation from a template' });
  await create
    .getByRole('textbox', { name: 'Body' })
    .fill('{"template_id":"tpl_pitch","title":"From the reference"}');
  await create.getByRole('button', { name: 'Send' }).click();
  await create.getByText('201 Created').waitFor();
  expect(deckhand.workspace('ws_other').journal()).toHaveLength(1);
  // The new id is in the next requests.
  const rename = page.getByRole('group', { name: 'Try it: Rename a presentation' });
  await rename.getByRole('button', { name: 'Send' }).click();
  await rename.getByText('200 OK').waitFor();
  await create.getByRole('textbox', { name: 'Body' }).fill('{oops');
  await create.getByRole('button', { name: 'Send' }).click();
  await create.getByText('400 Bad Request').waitFor();
});

test(
  'the API reference is accessible and fits in both themes, down to a width of 320 pixels',
  { tag: '@long' },
  async ({ browser, page, mockServer: { url } }) => {
    await expectAccessibleEverywhere(page, async () => {
      await page.goto(`${url}/_deckhand/docs`);
      await page.getByRole('button', { name: 'Send it from here' }).click();
      await page.getByText('202 Accepted').first().waitFor();
      // Everything is open, so that everything is checked.
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
    });
    await expectUsableAt200Percent(browser, `${url}/_deckhand/docs`);
  },
);
