/**
 * vitest's `test` with a fixture: each test has its own sandbox, in one mock server for each file. The mock server and msw are
 * loaded at their first use.
 */
import { expect, test as base, type TestContext } from 'vitest';
import type { ScenarioInput } from '../../app/scenario-input.js';
import { UserError } from '../../base/user-error.js';
import { formatUnusedFaults } from '../sandbox-request.js';
import { pluralize } from '../../base/text/pluralize.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Har } from '../../journal/har.js';
import { formatJournal } from '../../app/format-journal.js';
import { checkClientRules, type ClientRulesOptions } from '../client-rules-assertion.js';
import type { AnyWorkspace } from '../../app/remote-workspace.js';
import type { OperationId } from '../../generated/routes.js';
import { matchReceivedIn, type ReceivedRequestOptions } from '../received-assertion.js';
import type { VitestDeckhandOptions, FileMockServer } from './file-mock-server.js';
import type { VitestSandbox } from './sandbox.js';

expect.extend({ toFollowClientRules, toHaveReceived });

export interface DeckhandFileFixtures {
  /** The options of the file's mock server. Set them at the top of the file: `test.override('deckhandOptions', { … })`. */
  deckhandOptions: VitestDeckhandOptions;
  /** The mock server of the file, with all its workspaces; also for `beforeAll`. */
  sharedDeckhand: FileMockServer;
}

export interface DeckhandTestFixtures {
  /**
   * The scenario that new jobs of a test play: its name, an object, the text of a scenario file, or the path of one. Set it at
   * the top of the file, or in a `describe`.
   */
  deckhandScenario: ScenarioInput | undefined;
  /** The test's own sandbox. */
  deckhand: VitestSandbox;
}

export const test = base.extend<{ $file: DeckhandFileFixtures; $test: DeckhandTestFixtures }>({
  deckhandOptions: [async ({}, use) => use({}), { scope: 'file' }],
  sharedDeckhand: [
    async ({ deckhandOptions }, use) => {
      const { FileMockServer } = await import('./file-mock-server.js');
      const mockServer = new FileMockServer(deckhandOptions);
      await use(mockServer);
      mockServer.close();
    },
    { scope: 'file' },
  ],
  deckhandScenario: async ({}, use) => use(undefined),
  deckhand: async ({ sharedDeckhand, deckhandScenario, task, annotate }, use) => {
    const deckhand = await withoutStack(() => {
      const sandbox = sharedDeckhand.sandbox(task.name);
      if (deckhandScenario !== undefined) sandbox.useScenario(deckhandScenario);
      return sandbox;
    });
    const before = sharedDeckhand.unassignedExchanges(0).at(-1)?.sequence ?? 0;
    await use(deckhand);
    if (task.result?.state === 'fail') {
      const others = sharedDeckhand.unassignedExchanges(before);
      await annotateFailure(task.result, annotate, formatFailure(deckhand, others), deckhand.har());
    }
    const unusedFaults = formatUnusedFaults(deckhand.faults());
    if (unusedFaults !== undefined) {
      console.warn(unusedFaults);
      if (task.result) await annotateAfterEnd(task.result, () => annotate(unusedFaults, 'warning'));
    }
    await sharedDeckhand.end(deckhand);
    if (task.result?.state === 'fail') await withoutStack(() => sharedDeckhand.assertIntercepted());
  },
});

/** Hides Deckhand's frames: Vitest would point into Deckhand instead of the test. */
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
function formatFailure(deckhand: VitestSandbox, others: readonly Exchange[]): string {
  const journal = deckhand.journal();
  if (journal.length > 0)
    return `${pluralize(journal.length, 'request')} to this test's sandbox:\n${formatJournal(journal)}`;
  const nothing = `No request had the key of this test, ${deckhand.apiKey}.`;
  return others.length === 0
    ? nothing
    : `${nothing}\n${pluralize(others.length, 'request')} came without it:\n${formatJournal(others)}`;
}

async function annotateFailure(
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
  await annotateAfterEnd(result, () => annotate(note.replaceAll('\n', '\n    '), 'deckhand', attachment));
}

type Result = NonNullable<TestContext['task']['result']>;

/** vitest accepts annotations only while a test runs, but these belong to a test that has ended. */
async function annotateAfterEnd(result: Result, annotate: () => Promise<unknown>): Promise<void> {
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

/* `await expect(deckhand).toFollowClientRules()` in vitest. */

/** The part of vitest's matcher state that is needed here. */
interface MatcherState {
  readonly isNot: boolean;
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** @throws UserError when an option or a rule is unknown */
async function toFollowClientRules(
  this: MatcherState,
  deckhand: AnyWorkspace,
  options: ClientRulesOptions = {},
): Promise<MatcherResult> {
  const { pass, message } = await checkClientRules(deckhand, options, this.isNot);
  return { pass, message: () => message };
}

/* `await expect(deckhand).toHaveReceived('startGeneration', …)` in vitest. */

/** @throws UserError when the operation or an option is unknown */
async function toHaveReceived(
  this: { readonly isNot: boolean },
  deckhand: AnyWorkspace,
  operation: OperationId,
  options: ReceivedRequestOptions = {},
): Promise<{ pass: boolean; message: () => string }> {
  const { pass, message } = await matchReceivedIn(deckhand, operation, options, this.isNot);
  return { pass, message: () => message };
}
