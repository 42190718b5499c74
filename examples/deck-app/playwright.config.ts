import { defineConfig, devices } from '@playwright/test';
import type { DeckhandTestOptions } from 'deckhand/playwright';

const { APP_PORT, CHROMIUM, CHROMIUM_CHANNEL, CI, DECKHAND_ORIGIN } = process.env;

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
    // The origin of a running `deckhand serve`, whose panel shows the jobs of the tests. By default, each worker has its own mock server.
    deckhandServerOrigin: DECKHAND_ORIGIN,
    // An installed browser, instead of that of `npx playwright install chromium`.
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
    ...(CHROMIUM_CHANNEL && { channel: CHROMIUM_CHANNEL }),
  },
  // The production build, which contains nothing of the mock server.
  webServer: {
    command: 'vite build && vite preview --port 0',
    cwd: import.meta.dirname,
    // A test runner that starts this one can have set it to `test`.
    env: { NODE_ENV: 'production' },
    // A free port, which Playwright stores in this environment variable.
    wait: { stdout: /Local:.*?(?<APP_PORT>\d{4,5})/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2_000 },
  },
});
