/** `test` with the panel of a server that has a user's folder with a scenario for each test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { loadScenarios } from '../../../src/files/load-scenarios.js';
import { usePanel } from '../panel-server.js';
import { test as base, type StandIn } from './panel-test.js';

export const story = (title: string): string =>
  `title: ${title}\ndescription: Mine.\nsteps:\n  - work: { for: 5s, slides: 0..8 }\n  - complete: null\n`;

/** A scenario file. */
export interface Mine {
  readonly name: string;
  readonly file: string;
}

interface EditorFixtures {
  readonly standIn: StandIn;
  readonly folder: string;
  readonly mine: Mine;
  /** Opens the test's scenario, and its editor. */
  readonly edit: (page?: Page) => Promise<Locator>;
}

export const test = base.extend<EditorFixtures>({
  folder: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'deckhand-scenarios-'));
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: 'file' },
  ],
  standIn: [
    async ({ folder }, use) => {
      await usePanel(use, [folder]);
    },
    { scope: 'file' },
  ],
  mine: async ({ app, folder, standIn }, use) => {
    const name = app.key.replace('sandbox', 'mine');
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, story('One'));
    loadScenarios([folder], standIn.deckhand.library);
    await use({ name, file });
  },
  edit: async ({ mine, open, page }, use) => {
    await use(async (shown = page) => {
      await open(`scenarios/${mine.name}`, shown);
      await beginToEdit(shown);
      return textIn(shown);
    });
  },
});

export async function beginToEdit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click();
  await textIn(page).waitFor();
}

export function textIn(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Text of the scenario' });
}

export async function write(page: Page, text: string): Promise<void> {
  await textIn(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  // Inserted, not typed: the editor would indent and close brackets.
  await page.keyboard.insertText(text);
}

export function save(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** The title on the card of a scenario. */
export function cardOf(page: Page, { name }: Mine, title: string): Locator {
  const source = page.getByRole('link', { name: `Source of ${name}`, exact: true });
  return page.locator('.card', { has: source }).locator('h2', { hasText: title });
}
