/** Tests from the docs, in a folder like those of a user. Started by recipes.test.ts and screenshots.test.ts. */
import { defineConfig } from '@playwright/test';

const { CHROMIUM, CHROMIUM_CHANNEL, APP = '', RECIPES = '', OUTPUT = '' } = process.env;

export default defineConfig({
  testDir: RECIPES,
  // The package is built as its users get it, and Playwright does not transform installed files.
  build: { external: ['**/dist/**'] },
  outputDir: OUTPUT,
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: APP,
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
    ...(CHROMIUM_CHANNEL && { channel: CHROMIUM_CHANNEL }),
  },
});
