/** Finds the Chromium for the tests: the browser in the environment, or else the one of a dev dependency. */
import bundled from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

/**
 * Replaces the switches of the dev dependency: those disable the protection of origins (`--disable-web-security`), and these
 * tests are about origins.
 */
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
];

/** `CHROMIUM` in the environment is the path of an installed browser. It is needed if the bundled one does not run. */
export async function chromiumOptions(): Promise<LaunchOptions> {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) return { executablePath: CHROMIUM, args: SWITCHES };
  // The bundled Chromium is for Linux on x64. Other machines use their installed Chrome.
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome', args: SWITCHES };
  return { executablePath: await bundled.executablePath(), args: SWITCHES };
}
