import { defineConfig } from 'vitest/config';
import { ByProject } from './test/by-project.js';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // The package as it is now, not as it was built last.
        resolve: { alias: { 'deckhand/vitest': `${import.meta.dirname}/src/adapters/vitest.ts` } },
        // One after the other in the same process: nothing is loaded twice, which would take longer than the tests do.
        test: {
          name: 'together',
          include: ['test/**/*.test.ts', 'examples/deck-app/src/**/*.test.ts'],
          exclude: ['test/**/*.alone.test.ts'],
          isolate: false,
          globalSetup: 'test/build-service.ts',
        },
      },
      {
        extends: true,
        // Those that replace what a process has once: modules, clocks, the network.
        test: { name: 'alone', include: ['test/**/*.alone.test.ts'] },
      },
    ],
    sequence: { sequencer: ByProject },
    environment: 'node',
    // The smallest CI machines have two cores; more workers than cores make timing tests lie.
    maxWorkers: 2,
    // Time is an argument of the core, so a test that needs longer than this waits for something that never comes.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A page draws when it comes to it.
    expect: { poll: { timeout: 5_000 } },
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
