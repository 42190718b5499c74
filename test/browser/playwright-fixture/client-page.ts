/** Bundles the clients of clients.js for a page, and starts one there with paused clocks. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import type { PlaywrightSandbox } from 'deckhand/playwright';

let script: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const built = await rolldown({
    input: fileURLToPath(new URL('clients.js', import.meta.url)),
    resolve: { conditionNames: ['browser', 'import'], extensionAlias: { '.js': ['.ts', '.js'] } },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
  });
  const { output } = await built.generate({ format: 'iife', name: 'bundle' });
  return output[0].code;
}

/**
 * @param call such as `run("axios")`
 * @param url of the page. Default: the base URL of the tests
 */
export async function startClient(
  page: Page,
  deckhand: PlaywrightSandbox,
  call: string,
  url = '/',
): Promise<void> {
  script ??= bundle();
  const content = await script;
  await deckhand.clock.pauseWith(page);
  await page.goto(url);
  await page.addScriptTag({ content });
  await page.evaluate(`void bundle.${call}`);
  await deckhand.waitForNetworkIdle();
}

/** The statuses that the client showed. */
export const shownStatuses = (page: Page): Promise<readonly string[]> => page.evaluate('bundle.shown');
