import { describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import type { Deckhand } from '../../src/app/deckhand.js';
import { test as base } from './one-page-test.js';
import { expectEveryLook, expectZoomed } from './looks.js';
import { barriers, usePanel, watchPage, type Panel } from './panel-server.js';
import type { ScenarioName } from '../../src/app/scenario-names.js';

const test = base.extend<{ readonly panel: Panel }>({
  panel: [async ({}, use) => usePanel(use), { scope: 'file' }],
});

/** A request for a presentation or a job. */
interface Asked {
  readonly url: string;
  readonly generation_id: string;
}

async function ask(deckhand: Deckhand, path: string, body: object): Promise<Asked> {
  const response = await deckhand.fetch(`http://x/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Asked;
}

/** The address of a deck of eight slides. */
async function deck(deckhand: Deckhand, title = 'Harbour taxis'): Promise<string> {
  return (await ask(deckhand, '/presentations', { template_id: 'tpl_pitch', title })).url;
}

/** The address of the deck of a job that played this scenario. */
async function deckOf(deckhand: Deckhand, scenario: ScenarioName): Promise<string> {
  const workspace = deckhand.workspace('ws_dev');
  workspace.use(scenario);
  const { generation_id: id } = await ask(deckhand, '/presentations/generate', { prompt: 'A <b>pitch</b>' });
  if (workspace.job(id).view['status'] === 'generating') workspace.complete(id);
  workspace.clock.advance('1h');
  const { view } = workspace.job(id);
  return (view as { presentation: { url: string } }).presentation.url;
}

const shown = (page: Page): Promise<string> => page.locator('[role=status]').innerText();

describe('a deck', () => {
  test('turns pages with keys and buttons, and remembers the page', async ({
    page,
    panel: { deckhand, url },
  }) => {
    const seen = watchPage(page, url);
    await page.goto(await deck(deckhand));
    expect(await page.locator('.slide:visible').count()).toBe(1);
    const steps: [() => Promise<void>, string][] = [
      [() => page.keyboard.press('ArrowRight'), '2 / 8'],
      [() => page.keyboard.press('Space'), '3 / 8'],
      [() => page.keyboard.press('Shift+Space'), '2 / 8'],
      [() => page.keyboard.press('ArrowLeft'), '1 / 8'],
      [() => page.keyboard.press('ArrowLeft'), '1 / 8'],
      [() => page.keyboard.press('End'), '8 / 8'],
      [() => page.keyboard.press('Home'), '1 / 8'],
      [() => page.getByRole('button', { name: 'Next slide' }).click(), '2 / 8'],
      [() => page.getByRole('button', { name: 'Next slide' }).click(), '3 / 8'],
      [() => page.getByRole('button', { name: 'Previous slide' }).click(), '2 / 8'],
    ];
    for (const [act, place] of steps) {
      await act();
      expect(await shown(page)).toBe(place);
    }
    await page.reload();
    expect(await shown(page)).toBe('2 / 8');
    expect(seen).toEqual([]);
  });

  test('shows all its slides at once, and opens the chosen one', async ({ page, panel: { deckhand } }) => {
    await page.goto(await deck(deckhand));
    await page.getByRole('button', { name: 'Overview' }).click();
    expect(await page.locator('.slide:visible').count()).toBe(8);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await page.locator('.slide:visible').count()).toBe(1);
    expect(await shown(page)).toBe('2 / 8');
    await page.keyboard.press('Escape');
    await page.locator('.slide').nth(4).click();
    expect(await shown(page)).toBe('5 / 8');
  });

  test('prints one slide per page', async ({ page, panel: { deckhand } }) => {
    await page.goto(await deck(deckhand));
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(8);
  });

  test('is complete without its script, as slides below each other', async ({
    browser,
    panel: { deckhand },
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(await deck(deckhand));
    expect(await page.locator('.slide:visible').count()).toBe(8);
    expect(await page.locator('button:visible').count()).toBe(0);
    await context.close();
  });

  test('shows texts made of markup and script as text', async ({ page, panel: { deckhand, url } }) => {
    const seen = watchPage(page, url);
    const title = '</title><script>document.title = "run"</script><img src=x onerror="document.title=1">';
    await page.goto(await deck(deckhand, title));
    expect(await page.title()).toBe(title);
    expect(await page.locator('h1').innerText()).toBe(title);
    await page.goto(await deckOf(deckhand, 'awkward-text'));
    expect(await page.locator('main script, main img').count()).toBe(0);
    await page.getByText("<script>alert('deckhand')</script>").waitFor({ state: 'attached' });
    expect(seen).toEqual([]);
  });

  test('is accessible and fits in both themes', async ({ page, panel }) => {
    const address = await deck(panel.deckhand);
    await expectEveryLook(page, async () => {
      await page.goto('about:blank');
      await page.goto(address);
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.press('o');
    });
  });
});

describe('the other pages', () => {
  test.for(['/nope', '/view/ws_dev/pres_nope'])(
    '%s is accessible and fits in both themes, and loads nothing',
    async (path, { browser, page, panel: { url } }) => {
      const address = url + path;
      const seen = watchPage(page, address);
      await expectEveryLook(page, () => page.goto(address));
      await expectZoomed(browser, address);
      // Chromium reports the status of the missing page itself.
      expect(seen.filter((message) => !/status of 404/.test(message))).toEqual([]);
    },
  );
});
