/**
 * vitest's `test` with a fixture: each test has its own sandbox, in one mock server for each file. The mock server and msw are
 * loaded at their first use.
 */
import { expect, test as base } from 'vitest';
import type { ScenarioChoice } from '../../app/scenario-source.js';
import { UserError } from '../../base/user-error.js';
import { unmetFaultsText } from '../unmet-faults.js';
import { annotateEnded, annotateFailed, failureNote } from './failure-note.js';
import type { FileOptions, FileMockServer } from './file-mock-server.js';
import type { TestDeckhand } from './test-deckhand.js';
import { toHaveBehaved } from './to-have-behaved.js';
import { toHaveReceived } from './to-have-received.js';

expect.extend({ toHaveBehaved, toHaveReceived });

export interface FileFixtures {
  /** The options of the file's mock server. Set them at the top of the file: `test.override('deckhandOptions', { … })`. */
  deckhandOptions: FileOptions;
  /** The mock server of the file, with all its workspaces; also for `beforeAll`. */
  deckhandOfFile: FileMockServer;
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
      const { FileMockServer } = await import('./file-mock-server.js');
      const mockServer = new FileMockServer(deckhandOptions);
      await use(mockServer);
      mockServer.close();
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
    const before = deckhandOfFile.unassigned(0).at(-1)?.sequence ?? 0;
    await use(deckhand);
    if (task.result?.state === 'fail') {
      const others = deckhandOfFile.unassigned(before);
      await annotateFailed(task.result, annotate, failureNote(deckhand, others), deckhand.har());
    }
    const unmet = unmetFaultsText(deckhand.faults());
    if (unmet !== undefined) {
      console.warn(unmet);
      if (task.result) await annotateEnded(task.result, () => annotate(unmet, 'warning'));
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
