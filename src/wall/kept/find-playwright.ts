/** Starts the browser of the project's own Playwright. It is an optional peer, so it is looked up where the command runs. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserType } from '@playwright/test';
import { UserError } from '../../base/user-error.js';

const PACKAGES = ['playwright', '@playwright/test', 'playwright-core'];

/** Pictures do not depend on the graphics card and the fonts' hints of a machine. */
const SWITCHES = ['--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'];

/**
 * @param folder the folder of the project
 * @param executablePath another browser than that of Playwright
 * @throws UserError without Playwright, and without the browser
 */
export async function startBrowser(folder: string, executablePath: string | undefined): Promise<Browser> {
  const chromium = chromiumOf(folder);
  try {
    return await chromium.launch({ args: SWITCHES, ...(executablePath !== undefined && { executablePath }) });
  } catch (cause) {
    throw new UserError(
      'no-command',
      executablePath === undefined
        ? 'Playwright has no Chromium to take pictures with.'
        : `${executablePath} cannot be started as a browser.`,
      {
        hint:
          executablePath === undefined
            ? 'Install it with npx playwright install chromium, or name one with --browser.'
            : 'Expected the path of Chromium, Chrome or Edge.',
        cause,
      },
    );
  }
}

function chromiumOf(folder: string): BrowserType {
  const require = createRequire(join(folder, 'package.json'));
  for (const name of PACKAGES) {
    try {
      return (require(name) as { chromium: BrowserType }).chromium;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new UserError('no-command', 'This project has no Playwright, which takes the pictures.', {
    hint: 'Install it: npm install --save-dev playwright && npx playwright install chromium',
  });
}
