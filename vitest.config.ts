import { defineConfig } from 'vitest/config';
import { ByProject } from './test/by-project.js';

/** Tests that start a process or a thread, build the package, or compute for more than half a second. */
const slow = ['test/**/*.slow.test.ts'];
/** Tests that replace what a process has once: modules, clocks, the network. */
const isolated = ['test/**/*.isolated.test.ts'];
/** `deckhand/vitest` from the source: what is in dist/ can be older. */
const resolve = { alias: { 'deckhand/vitest': `${import.meta.dirname}/src/integrations/vitest.ts` } };
/** Many files share a process: to load everything again for each of them takes longer than the tests do. */
const isolate = false;

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        resolve,
        test: { name: 'slow', include: slow, isolate, globalSetup: 'test/build-service.ts' },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
      {
        extends: true,
        resolve,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', 'examples/deck-app/src/**/*.test.ts'],
          exclude: [...slow, ...isolated],
          isolate,
          setupFiles: 'test/no-processes.ts',
        },
      },
    ],
    sequence: { sequencer: ByProject },
    environment: 'node',
    // The smallest CI machines have two cores. More workers than cores would distort timing tests.
    maxWorkers: 2,
    // Time is an argument of the core, so no test needs to wait long. A test that exceeds this limit hangs, also on a busy
    // machine: the longest take ten seconds on an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Longer than any event takes on a busy machine: only one that never comes fails its test.
    expect: { poll: { timeout: 20_000 } },
    // A test leaves no spy, stub or variable behind for the next.
    restoreMocks: true,
    // A CI machine colours its output, and may force it: tests compare texts.
    env: { NO_COLOR: '1' },
    unstubGlobals: true,
    unstubEnvs: true,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // The tests of the generator cover generated code, and the browser tests cover the pages.
      exclude: [
        'src/generated/**',
        'src/{panel,ui}/**',
        'src/reference/page/**',
        'src/wall/{page,frame}/**',
        'src/viewer/viewer.ts',
      ],
      reporter: ['text-summary', 'html'],
    },
  },
});
