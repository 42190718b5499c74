/**
 * vitest's `test` with a fixture: each test has its own sandbox, in one stand-in for each file. The stand-in and msw are
 * loaded at their first use.
 */
import { expect, test as base } from 'vitest';
import type { ScenarioChoice } from '../../app/scenario-source.js';
import { UserError } from '../../base/user-error.js';
import { annotateFailed, failureNote } from './failure-note.js';
import type { FileOptions, FileStandIn } from './file-stand-in.js';
import type { TestDeckhand } from './test-deckhand.js';
import { toHaveBehaved } from './to-have-behaved.js';

expect.extend({ toHaveBehaved });

export interface FileFixtures {
  /** The options of the file's stand-in. Set them at the top of the file: `test.override('deckhandOptions', { … })`. */
  deckhandOptions: FileOptions;
  /** The stand-in of the file, with all its workspaces; also for `beforeAll`. */
  deckhandOfFile: FileStandIn;
}

export interface TestFixtures {
  /**
   * The scenario that new jobs of a test play: its name, an object, the text of a scenario file, or the path of one. Set it at
   * the top of the file, or in a `describe`.
   */
  deckhandScenario: ScenarioChoice | undefined;
  /** The test's own sandbox. */
  deckhand: TestDeckhand;
}

export const test = base.extend<{ $file: FileFixtures; $test: TestFixtures }>({
  deckhandOptions: [async ({}, use) => use({}), { scope: 'file' }],
  deckhandOfFile: [
    async ({ deckhandOptions }, use) => {
      const { FileStandIn } = await import('./file-stand-in.js');
      const standIn = new FileStandIn(deckhandOptions);
      await use(standIn);
      standIn.close();
    },
    { scope: 'file' },
  ],
  deckhandScenario: async ({}, use) => use(undefined),
  deckhand: async ({ deckhandOfFile, deckhandScenario, task, annotate }, use) => {
    const deckhand = await withoutStack(() => {
      const sandbox = deckhandOfFile.sandbox(task.name);
      if (deckhandScenario !== undefined) sandbox.use(deckhandScenario);
      return sandbox;
    });
    const before = deckhandOfFile.strangers(0).at(-1)?.sequence ?? 0;
    await use(deckhand);
    if (task.result?.state === 'fail') {
      const others = deckhandOfFile.strangers(before);
      await annotateFailed(task.result, annotate, failureNote(deckhand, others), await deckhand.har());
    }
    await deckhandOfFile.end(deckhand);
    if (task.result?.state === 'fail') await withoutStack(() => deckhandOfFile.needRequests());
  },
});

/** vitest shows the position where an error was thrown. For a user error, that is inside Deckhand and not the mistake. */
async function withoutStack<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) error.stack = error.message = error.format();
    throw error;
  }
}
