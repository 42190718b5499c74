/** Vitest's `test` with a sandbox for each test, in one mock server for each file. The mock server is loaded at its first use. */
import { expect, test as base } from 'vitest';
import type { Deckhand } from '../../app/deckhand.js';
import type { ScenarioInput } from '../../app/scenario-input.js';
import { UserError } from '../../base/user-error.js';
import { annotateAfterEnd, annotateFailure, formatFailure } from './failure-annotations.js';
import type { FileMockServer, VitestDeckhandOptions } from './file-mock-server.js';
import { toFollowClientRules, toHaveReceived } from './matchers.js';
import type { VitestSandbox } from './sandbox.js';

expect.extend({ toFollowClientRules, toHaveReceived });

/** The fixtures that the tests of a file share. */
export interface DeckhandFileFixtures {
  /** The options of the file's mock server. Set them at the top of the file: `test.override('deckhandOptions', { … })`. */
  deckhandOptions: VitestDeckhandOptions;
  /** The mock server that the tests of the file share, with all its workspaces; also for `beforeAll`. */
  sharedDeckhand: Deckhand;
}

/** The fixtures of a test. */
export interface DeckhandTestFixtures {
  /**
   * The scenario of new jobs: its name, an object, the text of a scenario file, or the path of one. Set it at the top of the file,
   * or in a `describe`.
   */
  deckhandScenario: ScenarioInput | undefined;
  /** The test's own sandbox. */
  deckhand: VitestSandbox;
}

const mockServers = new WeakMap<Deckhand, FileMockServer>();

/** Vitest's `test`, with a sandbox for each test. */
export const test = base.extend<{ $file: DeckhandFileFixtures; $test: DeckhandTestFixtures }>({
  deckhandOptions: [async ({}, use) => use({}), { scope: 'file' }],
  sharedDeckhand: [
    async ({ deckhandOptions }, use) => {
      const { FileMockServer } = await import('./file-mock-server.js');
      const mockServer = new FileMockServer(deckhandOptions);
      const deckhand = await withoutStack(() => mockServer.deckhand).catch(throwingOnUse);
      mockServers.set(deckhand, mockServer);
      await use(deckhand);
      mockServer.close();
    },
    { scope: 'file' },
  ],
  deckhandScenario: async ({}, use) => use(undefined),
  deckhand: async ({ sharedDeckhand, deckhandScenario, task, annotate, onTestFinished }, use) => {
    // Vitest would report what a fixture throws twice.
    let failure: Error | undefined;
    onTestFinished(() => {
      if (failure) throw failure;
    });
    const mockServer = mockServers.get(sharedDeckhand);
    if (!mockServer) throw new UserError('invalid-option', 'sharedDeckhand cannot be overridden.');
    const deckhand = await withoutStack(() => {
      const sandbox = mockServer.sandbox(task.name);
      if (deckhandScenario !== undefined) sandbox.useScenario(deckhandScenario);
      return sandbox;
    });
    const lastSequence = mockServer.unassignedExchanges(0).at(-1)?.sequence ?? 0;
    await use(deckhand);
    await deckhand.settleMatchers();
    const isPassed = task.result?.state !== 'fail' && task.result?.state !== 'skip';
    if (task.result?.state === 'fail') {
      const others = mockServer.unassignedExchanges(lastSequence);
      await annotateFailure(task.result, annotate, formatFailure(deckhand, others), deckhand.har());
    }
    const unusedFaults = deckhand.findUnusedFaults();
    if (unusedFaults !== undefined) {
      console.warn(unusedFaults);
      if (task.result) await annotateAfterEnd(task.result, () => annotate(unusedFaults, 'warning'));
    }
    const waitingJob = deckhand.findWaitingJob();
    if (waitingJob !== undefined) console.warn(waitingJob);
    await mockServer.end(deckhand);
    if (task.result?.state === 'fail') await withoutStack(() => mockServer.assertIntercepted());
    if (isPassed) failure = findFailure(deckhand, unusedFaults);
  },
});

/**
 * A mock server whose options are invalid. Its fixture resolves, because Vitest keeps a rejected one for all later files of the
 * process (`isolate: false`).
 */
function throwingOnUse(error: unknown): Deckhand {
  return new Proxy({} as Deckhand, {
    get: (_, name) => {
      // A promise that resolves to this object asks for it.
      if (name === 'then') return undefined;
      throw error;
    },
  });
}

/** What makes a test fail that passed otherwise. */
function findFailure({ failedMatchers }: VitestSandbox, unusedFaults: string | undefined): Error | undefined {
  const [failedMatcher] = failedMatchers;
  if (failedMatcher !== undefined)
    return withMessageOnly(`${failedMatcher}\n\nThe test did not await this matcher: add await.`);
  if (unusedFaults === undefined) return undefined;
  return withMessageOnly(
    `${unusedFaults}\nIf the test may send no such request, add the fault with optional: true.`,
  );
}

/** An error without Deckhand's frames. */
function withMessageOnly(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}

/** Hides Deckhand's frames: Vitest would point into Deckhand instead of the test. */
async function withoutStack<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) error.stack = error.message = error.format();
    throw error;
  }
}
