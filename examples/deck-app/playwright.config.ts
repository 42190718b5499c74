import { defineConfig, devices } from '@playwright/test';
import type { DeckhandTestOptions } from 'deckhand/playwright';

const { APP_PORT, CHROMIUM, CHROMIUM_CHANNEL, CI, DECKHAND_SERVER } = process.env;

export default defineConfig<DeckhandTestOptions>({
  testDir: 'e2e',
  outputDir: 'node_modules/.playwright',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(CI),
  timeout: 40_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    baseURL: `http://localhost:${APP_PORT}`,
    // The address of a `deckhand serve`, where what tests leave behind can be looked at. Without it each has a mock server in its process.
    deckhandServer: DECKHAND_SERVER,
    // A browser that is there already, instead of the one of `npx playwright install chromium`.
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
    ...(CHROMIUM_CHANNEL && { channel: CHROMIUM_CHANNEL }),
  },
  // What is built for production: nothing of the mock server is in it.
  webServer: {
    command: 'vite build && vite preview --port 0',
    cwd: import.meta.dirname,
    // Another test runner that starts this one may have set it to `test`.
    env: { NODE_ENV: 'production' },
    // Any port that is free; the tests find it in their environment by this name.
    wait: { stdout: /Local:.*?(?<APP_PORT>\d{4,5})/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2_000 },
  },
});
