import { describe, expect } from 'vitest';
import { test as base } from './one-page-test.js';
import { expectEveryLook, expectZoomed } from './looks.js';
import { servePanel, usePanel, type Panel } from './panel-server.js';

const test = base.extend<{ readonly panel: Panel }>({
  panel: [async ({}, use) => usePanel(use), { scope: 'file' }],
});

describe('the API reference', () => {
  test('tries an operation against this server, with the chosen key and body', async ({ page }) => {
    const { url, deckhand } = await servePanel();
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

  test('is accessible and fits, in both themes, from 320 pixels on', async ({ browser, page, panel }) => {
    await expectEveryLook(page, async () => {
      await page.goto(`${panel.url}/_deckhand/docs`);
      await page.getByRole('button', { name: 'Send it from here' }).click();
      await page.getByText('202 Accepted').first().waitFor();
      // Everything is open, so that everything is checked.
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
    });
    await expectZoomed(browser, `${panel.url}/_deckhand/docs`);
  });
});
