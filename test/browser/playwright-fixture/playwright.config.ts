/** The specs of this folder, once with the mock server in process and once at a server. Started by playwright-fixture.spec.ts. */
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import type { DeckhandTestOptions } from 'deckhand/playwright';

const { CHROMIUM, CHROMIUM_CHANNEL, APP = '', SERVER = '', TOKEN, OUTPUT = '', ALL_AT_SERVER } = process.env;

const config: PlaywrightTestConfig<DeckhandTestOptions> = {
  testDir: import.meta.dirname,
  // The package is built as its users get it, and Playwright does not transform installed files.
  build: { external: ['**/dist/**'] },
  outputDir: OUTPUT,
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Only a test that hangs exceeds it, also on a busy machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'json',
  use: {
    baseURL: APP,
    viewport: { width: 640, height: 480 },
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
    ...(CHROMIUM_CHANNEL && { channel: CHROMIUM_CHANNEL }),
  },
  projects: [
    { name: 'in process' },
    {
      name: 'at a server',
      use: { deckhandServerOrigin: SERVER, deckhandControlToken: TOKEN },
      // The others differ little from those in process, and are a long test.
      ...(ALL_AT_SERVER === undefined && {
        testMatch: ['attachments.spec.ts', 'faults.spec.ts', 'isolation.spec.ts'],
      }),
      // They are the same in both modes, or about options of the mock server in process.
      testIgnore: ['docs.spec.ts', 'matcher.spec.ts', 'invalid-options.spec.ts', 'scenario-option.spec.ts'],
    },
  ],
};

export default defineConfig<DeckhandTestOptions>(config);
