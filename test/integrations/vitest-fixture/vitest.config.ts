/** Runs the tests of a user of `deckhand/vitest`, some of which fail on purpose; started by vitest-fixture.slow.test.ts. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { outcomes } from './outcomes.js';

/** By name, so that the file with invalid options is first: it must not affect later files of its process. */
class ByName extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId));
  }
}

export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ['*.nested.ts'],
    reporters: [outcomes],
    // The hardest case: two processes at the same time, and several files in each.
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: ByName },
    // The suite around these tests can leave them little of the machine.
    testTimeout: 30_000,
  },
});
