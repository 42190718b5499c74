import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { test as base } from './one-page-test.js';
import { expectEveryLook, expectZoomed } from './looks.js';
import { servePanel, usePanel, watchPage, type Panel } from './panel-server.js';

const test = base.extend<{ readonly panel: Panel }>({
  panel: [async ({}, use) => usePanel(use), { scope: 'file' }],
});

describe('the API reference', () => {
  test('opens on a first request that works as shown, and then polls its job', async ({ page }) => {
    const { url, deckhand } = await servePanel();
    const seen = watchPage(page, url);
    await page.goto(`${url}/_deckhand/docs`);
    const command = page.getByRole('region', { name: 'the command that starts a job' });
    const text = (await command.textContent()) ?? '';
    expect(text.match(/-H 'x-api-key|authorization/gi)).toHaveLength(1);
    const { stdout } = await promisify(execFile)('sh', ['-c', text.replace('curl', 'curl -s')]);
    const answer = JSON.parse(stdout);
    expect(answer.status).toBe('generating');
    // The page finds the real job, so the commands with an id work as shown, too.
    await page.reload();
    await expect
      .poll(() => page.getByRole('region', { name: 'the command that polls the job' }).textContent())
      .toContain(answer.generation_id);
    await page.getByRole('button', { name: 'Poll it from here' }).click();
    await page.getByText('200 OK').waitFor();
    expect(deckhand.workspace('ws_dev').journal({ operation: 'getGenerationStatus' })).toHaveLength(1);
    expect(seen).toEqual([]);
  });

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

  test('marks documented, assumed and guidance apart', async ({ page, panel: { url } }) => {
    await page.goto(`${url}/_deckhand/docs`);
    const poll = page.locator('#getGenerationStatus');
    await poll.getByText('documented § 1, 2.2, 3, 4, 4.5').waitFor();
    await poll.getByText('The interface has a body, but no status code.').waitFor();
    const colours = await Promise.all(
      ['documented § 2.2, 4.5', 'assumed', 'guidance § 3, 4.5'].map((text) =>
        poll
          .getByText(text, { exact: true })
          .first()
          .evaluate((mark) => getComputedStyle(mark).color),
      ),
    );
    expect(new Set(colours).size).toBe(3);
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
