/** Runs the tests of a user of `deckhand/vitest`, some of which fail on purpose; started by vitest-fixture.test.ts. */
import { defineConfig } from 'vitest/config';
import { outcomes } from './outcomes.js';

export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['*.own.ts'],
    reporters: [outcomes],
    // The hardest case: two processes at once, and several files in each, one after the other.
    maxWorkers: 2,
    isolate: false,
  },
});
