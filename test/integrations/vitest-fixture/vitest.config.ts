/** Runs the tests of a user of `deckhand/vitest`, some of which fail on purpose; started by vitest-fixture.slow.test.ts. */
import { defineConfig } from 'vitest/config';
import { outcomes } from './outcomes.js';

export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['*.nested.ts'],
    reporters: [outcomes],
    // The hardest case: two processes at the same time, and several files in each.
    maxWorkers: 2,
    isolate: false,
    // The suite around these tests can leave them little of the machine.
    testTimeout: 30_000,
  },
});
