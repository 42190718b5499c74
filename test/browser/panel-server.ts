/**
 * A server with all scenario files, and checks of its pages: accessibility violations (axe), and forbidden requests.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { ConsoleMessage, Page, Request } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { Deckhand, type DeckhandOptions } from '../../src/app/deckhand.js';
import { BUNDLED_SCENARIOS } from '../../src/files/bundled-folder.js';
import { loadScenarios } from '../../src/files/load-scenarios.js';
import { startServer } from '../../src/server/server.js';
import { SourceFiles } from '../../src/files/source-files.js';
import { ScenarioLibrary } from '../../src/scenario/library.js';

export interface Panel {
  readonly deckhand: Deckhand;
  readonly url: string;
}

/** Runs until the test is over. */
export async function servePanel(folders?: readonly string[], options?: DeckhandOptions): Promise<Panel> {
  const { close, ...panel } = await startPanel(folders, options);
  onTestFinished(close);
  return panel;
}

/** Runs until the fixture ends. */
export async function usePanel(
  use: (panel: Panel) => Promise<void>,
  folders?: readonly string[],
): Promise<void> {
  const { close, ...panel } = await startPanel(folders);
  await use(panel);
  await close();
}

async function startPanel(
  folders: readonly string[] = [],
  options: DeckhandOptions = {},
): Promise<Panel & { readonly close: () => Promise<void> }> {
  const library = new ScenarioLibrary();
  loadScenarios([BUNDLED_SCENARIOS, ...folders], library);
  let url = '';
  const sources = new SourceFiles(folders, BUNDLED_SCENARIOS);
  const deckhand = new Deckhand({ ...options, publicUrl: () => url }, { library, sources });
  const server = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
  url = server.url;
  return { deckhand, url, close: () => server.close() };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The accessibility violations of the page as it is, shadow roots included. */
export async function barriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} ${html.slice(0, 200)}`).join('\n')}`,
    );
  });
}

/** Requests of the page to other hosts, and violations of its policy; filled as they happen, until the test is over. */
export function watchPage(page: Page, url: string): string[] {
  const seen: string[] = [];
  const asked = (request: Request): void => {
    if (!request.url().startsWith(url)) seen.push(`asked for ${request.url()}`);
  };
  const said = (message: ConsoleMessage): void => {
    if (message.type() === 'error') seen.push(message.text());
  };
  page.on('request', asked).on('console', said);
  onTestFinished(() => void page.off('request', asked).off('console', said));
  return seen;
}
