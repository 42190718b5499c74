/** Where the Chromium of the tests is: the one of a dev dependency, unless the environment names another. */
import bundled from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright-core';

/**
 * Without the switches of the dev dependency: they are made for a page without an origin to protect
 * (`--disable-web-security`), and these tests are about origins.
 */
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
];

/** `CHROMIUM` in the environment names an installed browser; needed where the bundled one does not run. */
export async function chromiumOptions(): Promise<LaunchOptions> {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) return { executablePath: CHROMIUM, args: SWITCHES };
  // The bundled one is built for Linux on x64; other machines have Chrome.
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome', args: SWITCHES };
  return { executablePath: await bundled.executablePath(), args: SWITCHES };
}
