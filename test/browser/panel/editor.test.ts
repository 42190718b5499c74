import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { barriers, servePanel, watchPage } from '../panel-server.js';
import { beginToEdit, cardOf, save, story, test, write } from './editor-test.js';

describe('the editor of a scenario', () => {
  test('completes fields and values from the schema, with styles that the policy allows', async ({
    edit,
    ownPage: page,
    standIn,
  }) => {
    const seen = watchPage(page, standIn.url);
    const text = await edit(page);
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('fau');
    await page.locator('.cm-tooltip-autocomplete').getByText('faults', { exact: true }).waitFor();
    await page.keyboard.type('lts:\n  - on: getGen');
    const option = page.locator('.cm-tooltip-autocomplete li[aria-selected]');
    await option.getByText('getGenerationStatus').waitFor();
    expect(await option.evaluate((item) => getComputedStyle(item).backgroundColor)).not.toBe(
      'rgba(0, 0, 0, 0)',
    );
    // Not with Enter: just after the list has changed, Enter inserts a new line.
    await option.getByText('getGenerationStatus').click();
    expect(await text.innerText()).toContain('on: getGenerationStatus');
    expect(seen).toEqual([]);
  });

  test('shows mistakes at their place, and links to it', async ({ edit, page }) => {
    await edit();
    await write(page, story('T').replace('5s', '5x'));
    await page.getByText('steps[0].work.for must be').waitFor();
    await page.locator('.cm-lint-marker-error').waitFor();
    await page.getByRole('button', { name: 'Line 4, column 13' }).click();
    expect(await page.locator('.cm-activeLine').innerText()).toContain('work:');
    await write(page, story('T'));
    await page.getByText('No mistakes.').waitFor();
  });

  test('types over a selection, also in brackets, without a violation of the policy', async ({
    edit,
    ownPage: page,
    standIn,
  }) => {
    const seen = watchPage(page, standIn.url);
    const text = await edit(page);
    await text.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('a: Word\nb: 1\nc: [x]\n');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await page.keyboard.type('[');
    expect(await text.innerText()).toMatch(/^\[a\]: Word/);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('b: 2');
    expect(await text.innerText()).toBe('b: 2');
    await page.keyboard.press('Control+z');
    expect(await text.innerText()).toMatch(/^\[a\]: Word/);
    expect(seen).toEqual([]);
  });

  test('tries a text without saving it, and restores the saved one', async ({
    app,
    edit,
    mine,
    page,
    standIn,
  }) => {
    await edit();
    await write(page, story('Tried'));
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('It is not saved.').waitFor();
    expect((await app.workspace.info()).scenario).toBe('inline');
    expect(readFileSync(mine.file, 'utf8')).toBe(story('One'));
    await write(page, story('Saved'));
    await save(page);
    await page.getByText('New jobs play it.').waitFor();
    expect((await app.workspace.info()).scenario).toBe(mine.name);
    await write(page, story('Again'));
    await save(page);
    await page.locator('.card.active h2', { hasText: 'Again' }).waitFor();
    const { service } = standIn.deckhand;
    await expect.poll(() => service.workspace(app.id, Date.now()).active?.title).toBe('Again');
  });

  test('tries a bundled scenario, and says how to keep an own copy', async ({ ownPage: page }) => {
    const { url } = await servePanel();
    await page.goto(`${url}/_deckhand/#/ws_dev/scenarios/instant`);
    await beginToEdit(page);
    await page.getByText('--scenarios <folder>').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Try it' }).count()).toBe(1);
  });

  test('shows texts made of markup and script as text', async ({ edit, mine, ownPage: page, standIn }) => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    const seen = watchPage(page, standIn.url);
    const text = await edit(page);
    await write(page, `"${evil.replaceAll('"', "'")}": 1\n`);
    await page.getByText('is not a field here', { exact: false }).first().waitFor();
    await write(page, story(`'${evil}'`));
    await page.getByText('No mistakes.').waitFor();
    expect(await text.innerText()).toContain(evil);
    await save(page);
    await cardOf(page, mine, evil).waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(seen).toEqual([]);
  });

  test.for([
    ['light', 1280],
    ['dark', 390],
  ] as const)('is accessible in %s, %i pixels wide', async ([colorScheme, width], { edit, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await edit();
    await write(page, story('T').replace('5s', '5x'));
    await page.getByText('steps[0].work.for must be').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});
