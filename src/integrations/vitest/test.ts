/**
 * vitest's `test` with a fixture: each test has its own sandbox, in one mock server for each file. The mock server and msw are
 * loaded at their first use.
 */
import { expect, test as base, type TestContext } from 'vitest';
import type { ScenarioChoice } from '../../app/scenario-source.js';
import { UserError } from '../../base/user-error.js';
import { unmetFaultsText } from '../sandbox.js';
import { counted } from '../../base/text/counted.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Har } from '../../journal/har.js';
import { journalText } from '../../app/journal-text.js';
import { behaviourOf, type BehavedOptions } from '../behaved.js';
import type { AnyWorkspace } from '../../app/remote-workspace.js';
import type { OperationId } from '../../generated/routes.js';
import { checkReceivedOf, type ReceivedNowOptions } from '../received.js';
import type { FileOptions, FileMockServer } from './file-mock-server.js';
import type { TestDeckhand } from './test-deckhand.js';

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

/* Adds the sandbox's journal to the report of a failed test: as text, and as an attached HAR. */

/** @param others the other requests during the test: without a key, or with a key that is not a sandbox's */
function failureNote(deckhand: TestDeckhand, others: readonly Exchange[]): string {
  const journal = deckhand.journal();
  if (journal.length > 0)
    return `${counted(journal.length, 'request')} to this test's sandbox:\n${journalText(journal)}`;
  const nothing = `No request had the key of this test, ${deckhand.key}.`;
  return others.length === 0
    ? nothing
    : `${nothing}\n${counted(others.length, 'request')} came without it:\n${journalText(others)}`;
}

async function annotateFailed(
  result: Result,
  annotate: TestContext['annotate'],
  note: string,
  har: Har,
): Promise<void> {
  const attachment = {
    contentType: 'application/json',
    body: JSON.stringify(har),
    bodyEncoding: 'utf-8' as const,
  };
  await annotateEnded(result, () => annotate(note.replaceAll('\n', '\n    '), 'deckhand', attachment));
}

type Result = NonNullable<TestContext['task']['result']>;

/** vitest accepts annotations only while a test runs, but these belong to a test that has ended. */
async function annotateEnded(result: Result, annotate: () => Promise<unknown>): Promise<void> {
  const { state } = result;
  result.state = 'run';
  try {
    const annotated = annotate();
    result.state = state;
    await annotated;
  } finally {
    result.state = state;
  }
}

/* `await expect(deckhand).toHaveBehaved()` in vitest. */

/** The part of vitest's matcher state that is needed here. */
interface MatcherState {
  readonly isNot: boolean;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** @throws UserError when an option or a rule is unknown */
async function toHaveBehaved(
  this: MatcherState,
  deckhand: AnyWorkspace,
  options: BehavedOptions = {},
): Promise<MatcherResult> {
  const { pass, message } = await behaviourOf(deckhand, options, this.isNot);
  return { pass, message: () => message };
}

/* `await expect(deckhand).toHaveReceived('startGeneration', …)` in vitest. */

/** @throws UserError when the operation or an option is unknown */
async function toHaveReceived(
  this: { readonly isNot: boolean },
  deckhand: AnyWorkspace,
  operation: OperationId,
  options: ReceivedNowOptions = {},
): Promise<{ pass: boolean; message: () => string }> {
  const { pass, message } = await checkReceivedOf(deckhand, operation, options, this.isNot);
  return { pass, message: () => message };
}
