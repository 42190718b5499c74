import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['test/**/*.test.ts'], exclude: ['test/browser/**'] },
      },
      {
        extends: true,
        // As it is now, not as it was built last.
        resolve: { alias: { 'deckhand/vitest': `${import.meta.dirname}/src/adapters/vitest.ts` } },
        test: { name: 'deck-app', include: ['examples/deck-app/src/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/chromium-server.ts', 'test/browser/panel/build-panel.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // A page draws when it comes to it.
          expect: { poll: { timeout: 5_000 } },
        },
      },
    ],
    environment: 'node',
    // The smallest CI machines have two cores; more workers than cores make timing tests lie.
    maxWorkers: 2,
    // Time is an argument of the core, so a test that needs longer than this waits for something that never comes.
    testTimeout: 10_000,
    hookTimeout: 20_000,
    // A test leaves no spy, stub or variable behind for the next.
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // Generated code is proved by its generator's tests, the panel by the browser tests.
      exclude: ['src/generated/**', 'src/panel/**'],
      reporter: ['text-summary', 'html'],
    },
  },
});
