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
    const command = page.getByRole('region', { name: 'the curl command that starts a job', exact: true });
    // The page is static; its script puts the address of the server into the commands.
    await expect.poll(() => command.textContent()).toContain(url);
    const text = (await command.textContent()) ?? '';
    expect(text.match(/-H 'x-api-key|authorization/gi)).toHaveLength(1);
    const { stdout } = await promisify(execFile)('sh', ['-c', text.replace('curl', 'curl -s')]);
    const response = JSON.parse(stdout);
    expect(response.status).toBe('generating');
    // The page finds the real job, so the commands with an id work as shown, too.
    await page.reload();
    await expect
      .poll(() =>
        page.getByRole('region', { name: 'the curl command that polls the job', exact: true }).textContent(),
      )
      .toContain(response.generation_id);
    await page.getByRole('button', { name: 'Poll it from here' }).click();
    await page.getByText('200 OK').waitFor();
    expect(deckhand.workspace('ws_dev').journal({ operation: 'getGenerationStatus' })).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  test('sends a request to this server, also when it is clicked before the page knows its address', async ({
    ownPage: page,
    panel: { url },
  }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/_deckhand/health', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${url}/_deckhand/docs`);
    await page.getByRole('button', { name: 'Send it from here' }).click();
    release();
    await page.getByText('202 Accepted').waitFor();
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

  test('copies a command, and asks for a key that the server does not tell', async ({ ownPage: page }) => {
    const { url } = await servePanel([], { keys: { 'my-secret-key': 'ws_dev' } });
    await page.route('**/_deckhand/api/workspaces', (route) => route.fulfill({ status: 401 }));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    await page.goto(`${url}/_deckhand/docs`);
    await page.getByText('Enter your key above').waitFor();
    await page
      .locator('#listTemplates')
      .getByText(`${url}/api/v1/templates`)
      .first()
      .waitFor({ state: 'attached' });
    // The confirmation disappears soon; in this test it stays.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    const copy = page.getByRole('button', { name: 'Copy the fetch call that calls listTemplates' });
    await page.locator('#listTemplates').getByText('fetch', { exact: true }).click();
    await page.getByLabel('API key').fill('my-secret-key');
    await copy.click();
    await page.getByText('Copied.').waitFor({ state: 'attached' });
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`fetch("${url}/api/v1/templates"`);
    expect(copied).toContain('"x-api-key":"my-secret-key"');
    await page.locator('#listTemplates').getByRole('button', { name: 'Send' }).click();
    await page.locator('#listTemplates').getByText('200 OK').waitFor();
    expect(await page.getByText('Enter your key above').isVisible()).toBe(false);
  });

  test('marks the section that the reader sees in the list of sections', async ({ page, panel: { url } }) => {
    await page.goto(`${url}/_deckhand/docs`);
    const current = (): Promise<string[]> =>
      page
        .locator('.contents a[aria-current]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    await expect.poll(current).toEqual(['#quick-start']);
    for (const id of ['createPresentation', 'getGenerationStatus']) {
      await page.evaluate((target) => document.getElementById(target)?.scrollIntoView(), id);
      await expect.poll(current).toEqual([`#${id}`]);
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(current).toEqual(['#marks']);
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
