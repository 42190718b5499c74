import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { barriers, servePanel } from '../panel-server.js';
import { downloaded } from './panel-test.js';
import { cardOf, save, story, test, write } from './editor-test.js';

describe('the editor saves a scenario', () => {
  test('saves a text to its file, and the cards show it', async ({ app, edit, mine, page }) => {
    await edit();
    await write(page, story('Two'));
    await save(page);
    await cardOf(page, mine, 'Two').waitFor();
    await page.getByText('It is not active: the prompt decides what a job plays').waitFor();
    expect(readFileSync(mine.file, 'utf8')).toBe(story('Two'));
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    app.workspace.use('instant');
    await write(page, story('Later'));
    await save(page);
    await page.getByText('It is not active: new jobs play instant.').waitFor();
    await cardOf(page, mine, 'Later').waitFor();
  });

  test('does not save a text with mistakes', async ({ edit, mine, page }) => {
    await edit();
    await write(page, 'title: Only\n');
    await save(page);
    await page.getByText('Not saved: the text has mistakes.').waitFor();
    await page.locator('.mistakes li').first().waitFor();
    expect(await page.locator('.said p').count(), 'what lies over the list').toBe(0);
    expect(readFileSync(mine.file, 'utf8')).toBe(story('One'));
    await write(page, story('Mended'));
    await page.getByText('It is not saved').waitFor({ state: 'detached' });
  });

  test('keeps both texts when the file changed meanwhile', async ({ edit, mine, page }) => {
    const text = await edit();
    await write(page, story('Mine'));
    writeFileSync(mine.file, story('Theirs'));
    await save(page);
    const conflict = page.getByRole('region', { name: 'The file changed' });
    await conflict.getByRole('button', { name: 'Show the current file' }).click();
    await conflict.getByText('title: Theirs').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await text.innerText()).toContain('title: Mine');
    expect(readFileSync(mine.file, 'utf8')).toBe(story('Theirs'));
    await conflict.getByRole('button', { name: 'Use the text of the file' }).click();
    await text.getByText('title: Theirs').waitFor();
    await text.click();
    await page.keyboard.press('Control+z');
    await text.getByText('title: Mine').waitFor();
    await save(page);
    await cardOf(page, mine, 'Mine').waitFor();
    expect(readFileSync(mine.file, 'utf8')).toBe(story('Mine'));
  });

  test('follows its file, and keeps unsaved changes beside the new text of the file', async ({
    edit,
    mine,
    ownPage: other,
    page,
    standIn,
  }) => {
    const text = await edit();
    await other.goto(`${standIn.url}/_deckhand/#/ws_other/scenarios/${mine.name}`);
    const source = other.getByRole('region', { name: 'Source' });
    await source.getByText('title: One').waitFor();
    const change = (title: string): void => {
      writeFileSync(mine.file, story(title));
      // The server of this test has no file watcher, so the test emits the event.
      standIn.deckhand.service.emitScenarios();
    };
    change('Two');
    await text.getByText('title: Two').waitFor();
    await source.getByText('title: Two').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await write(page, story('Mine'));
    change('Three');
    const conflict = page.getByRole('region', { name: 'The file changed' });
    await conflict.getByText('was changed while you edited it').waitFor();
    expect(await text.innerText()).toContain('Mine');
    await source.getByText('title: Three').waitFor();
    await conflict.getByRole('button', { name: 'Overwrite with my text' }).click();
    for (const panel of [page, other]) await cardOf(panel, mine, 'Mine').waitFor();
    await source.getByText('title: Mine').waitFor();
    expect(await conflict.count()).toBe(0);
    expect(readFileSync(mine.file, 'utf8')).toBe(story('Mine'));
  });

  test('creates a new scenario from a template or a copy, under an unused name', async ({
    folder,
    mine,
    open,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('scenarios');
    const begin = page.getByRole('button', { name: 'New scenario' });
    await begin.click();
    const form = page.getByRole('form', { name: 'New scenario' });
    const name = form.getByLabel('Name');
    const create = form.getByRole('button', { name: 'Create and edit' });
    await name.fill(mine.name);
    await form.getByText('A scenario with this name exists.').waitFor();
    expect(await create.isDisabled()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const wrong of ['../out', 'Big', 'a b', '-a']) {
      await name.fill(wrong);
      expect(await name.evaluate((field: HTMLInputElement) => field.checkValidity()), wrong).toBe(false);
    }
    await name.fill('slow-harbour');
    await create.click();
    const text = page.getByRole('textbox', { name: 'Text of the scenario slow-harbour' });
    await text.getByText('title: "Slow harbour"').waitFor();
    expect(readFileSync(join(folder, 'slow-harbour.yaml'), 'utf8')).toContain('title: "Slow harbour"');
    await page.getByText('No mistakes.').waitFor();

    await page.getByRole('link', { name: 'Close the scenario' }).click();
    await begin.click();
    await name.fill('asks-me');
    const from = form.getByLabel('Start from');
    await from.focus();
    await from.selectOption('a copy of asks-a-question');
    expect(await from.evaluate((field) => field === document.activeElement)).toBe(true);
    // Another panel saved first, and this panel does not know it.
    writeFileSync(join(folder, 'asks-me.yaml'), story('Theirs'));
    await create.click();
    await form.getByRole('alert').getByText('There is a scenario asks-me already').waitFor();
    expect(readFileSync(join(folder, 'asks-me.yaml'), 'utf8')).toBe(story('Theirs'));
    await name.fill('asks-you');
    await create.click();
    await page.getByText('title: Copy of Asks one question and waits').first().waitFor();
  });

  test('keeps a new scenario in memory without a folder, plays it, and saves it to a file', async ({
    ownPage: page,
  }) => {
    const { deckhand, url } = await servePanel();
    await page.goto(`${url}/_deckhand/#/ws_dev/scenarios`);
    await page.getByRole('button', { name: 'New scenario' }).click();
    await page.getByText('It is kept in memory until the server stops.').waitFor();
    await page.getByRole('form', { name: 'New scenario' }).getByLabel('Name').fill('my-own');
    await page.getByRole('button', { name: 'Create and edit' }).click();
    await page.getByText('No mistakes.').waitFor();
    const drawn = page.locator('.editor-timeline');
    await drawn.getByText('10 s').waitFor();
    // The timeline follows the text while it is valid, and stays while it is not.
    await write(page, 'title: Mine\nsteps: [{ work: { for: 7s } }, { fail: { error: No } }]\n');
    await drawn.getByText('fails after 7 s').waitFor();
    await write(page, 'title: Mine\nsteps: [{ wrok: { for: 7s } }]\n');
    await page.locator('.editor-timeline.stale').getByText('fails after 7 s').waitFor();
    await write(page, 'title: Mine\n# my comment\nsteps: [{ complete: }]\n');
    await page.getByRole('button', { name: 'Keep in memory' }).click();
    await page.getByText('Kept in memory.').waitFor();
    expect(deckhand.library.get('my-own')?.title).toBe('Mine');
    const file = await downloaded(page, page.getByRole('button', { name: 'Save to a file' }));
    expect([file.name, file.text]).toEqual([
      'my-own.yaml',
      'title: Mine\n# my comment\nsteps: [{ complete: }]\n',
    ]);
    await page.reload();
    await page.getByRole('region', { name: 'Source' }).getByText('# my comment').waitFor();
  });

  test('overwrites the other change after showing it', async ({ edit, mine, page }) => {
    await edit();
    await write(page, story('Mine'));
    writeFileSync(mine.file, story('Theirs'));
    await save(page);
    await page.getByRole('button', { name: 'Overwrite with my text' }).click();
    await cardOf(page, mine, 'Mine').waitFor();
    expect(readFileSync(mine.file, 'utf8')).toBe(story('Mine'));
  });

  test('keeps an unsaved text while the user looks at another view', async ({ edit, mine, page }) => {
    const text = await edit();
    await write(page, story('Kept'));
    await page.getByRole('link', { name: 'Faults' }).click();
    await page.getByRole('link', { name: 'Scenarios' }).click();
    await page.getByRole('link', { name: `Source of ${mine.name}`, exact: true }).click();
    await page.getByText('There are unsaved changes: Edit shows them.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await text.getByText('Kept').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('link', { name: 'Close the scenario' }).click();
    await page.getByRole('link', { name: `Source of ${mine.name}`, exact: true }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await page.getByText('There are unsaved changes').count()).toBe(0);
  });
});
