/** The tests of pages, in a real browser: `npx playwright test --config test/browser`. */
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './find-chromium.js';

const { channel, ...launchOptions } = await chromiumOptions();

export default defineConfig({
  testDir: import.meta.dirname,
  // playwright-fixture.spec.ts runs them.
  testIgnore: 'playwright-fixture/**',
  globalSetup: './build.ts',
  outputDir: '../../node_modules/.cache/browser-tests',
  // The package is built as its users get it, and Playwright does not transform installed files.
  build: { external: ['**/dist/**'] },
  fullyParallel: true,
  workers: 2,
  // Longer than anything takes on a busy machine: only what never comes fails its test.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Shorter than the time limit of a test, so that a failure names the missing element.
    actionTimeout: 25_000,
    launchOptions,
    ...(channel !== undefined && { channel }),
  },
});
