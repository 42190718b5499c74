/** `deckhand/playwright`: Playwright's `test` with a sandbox for each test, in process or on a running `deckhand serve`. */
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect as baseExpect, test as base, type TestInfo } from '@playwright/test';
import { UserError } from '../base/user-error.js';
import type { DeckhandOptions } from '../app/deckhand.js';
import type { ScenarioInput } from '../app/scenario-input-types.js';
import { resolveOptions, type ConfigOption } from '../app/config/resolve-options.js';
import { REQUEST_MATCHER_OPTIONS } from '../app/options/deckhand-options.js';
import type { ClientRulesOptions } from './client-rules-assertion.js';
import type { PlaywrightClock } from './playwright/clock.js';
import { createInProcessServer } from './playwright/in-process-server.js';
import { toFollowClientRules, toHaveReceived } from './playwright/matchers.js';
import type { MockServer } from './playwright/mock-server.js';
import { connectRemoteServer } from './playwright/remote-server.js';
import type { OverrideResponse } from './playwright/override-types.js';
import { PlaywrightSandbox } from './playwright/sandbox.js';
import { trimStack, withTrimmedStack } from './playwright/trim-stack.js';
import type { ToHaveReceivedOptions } from './received-assertion.js';

/** The options of `test`, for `test.use` and the configuration. */
export interface DeckhandTestOptions {
  /** The origin of a running `deckhand serve`, such as `http://127.0.0.1:4010`. Default: a mock server in process. */
  deckhandServerOrigin: string | undefined;
  /** The `--control-token` of that server. Default: the environment variable `DECKHAND_CONTROL_TOKEN`. */
  deckhandControlToken: string | undefined;
  /**
   * Options of the mock server in process. `origin`, `basePath` and `onUnhandledRequest` also select the requests that are routed to a
   * running server.
   */
  deckhandOptions: DeckhandOptions & ConfigOption;
  /**
   * The scenario of new jobs, as in `useScenario`: its name, an object, the text of a scenario file, or the path of one. It overrides
   * `deckhandOptions.scenario`. Default: none.
   */
  deckhandScenario: ScenarioInput | undefined;
  /** The URLs of pages' API requests, as in `page.route`. Default: the operations below `/api/v1` at any origin, or as the options set. */
  deckhandRoutes: string | RegExp | undefined;
}

/** The fixtures of `test`. */
export interface DeckhandFixtures {
  /** The test's own sandbox. */
  deckhand: PlaywrightSandbox;
}

/** Aborted at the end of a sandbox's test. */
const testEndControllers = new WeakMap<PlaywrightSandbox, AbortController>();

/** Playwright's `test`, with a sandbox for each test. The requests of its pages go there. */
export const test = base.extend<DeckhandTestOptions & DeckhandFixtures>({
  deckhandServerOrigin: [undefined, { option: true }],
  deckhandControlToken: [process.env['DECKHAND_CONTROL_TOKEN'] || undefined, { option: true }],
  deckhandOptions: [{}, { option: true }],
  deckhandScenario: [undefined, { option: true }],
  deckhandRoutes: [undefined, { option: true }],
  // Playwright does not see requests that a service worker handles.
  serviceWorkers: ['block', { scope: 'test', option: true } as { scope: 'test' }],

  deckhand: async (
    { deckhandServerOrigin, deckhandControlToken, deckhandOptions, deckhandScenario, deckhandRoutes },
    use,
    testInfo,
  ) => {
    const selection = {
      serverOrigin: deckhandServerOrigin,
      controlToken: deckhandControlToken,
      options: deckhandOptions,
    };
    const testEnd = new AbortController();
    const deckhand = new PlaywrightSandbox(
      await withTrimmedStack(resolveMockServer(selection, testInfo)),
      deckhandRoutes,
      testEnd.signal,
    );
    testEndControllers.set(deckhand, testEnd);
    if (deckhandScenario !== undefined) await withTrimmedStack(deckhand.useScenario(deckhandScenario));
    await use(deckhand);
    deckhand.calls.end();
    testEnd.abort();
    if (testInfo.status !== testInfo.expectedStatus) await attachJournalAndSnapshot(deckhand, testInfo);
    const unusedFaults = await reportUnusedFaults(deckhand, testInfo);
    await deckhand.end().catch(ignoreUserError);
    if (testInfo.status !== 'passed' || testInfo.expectedStatus !== 'passed') return;
    deckhand.calls.assertNone();
    if (unusedFaults !== undefined) throw createUnusedFaultError(unusedFaults);
  },

  context: async ({ context, deckhand }, use) => {
    await deckhand.intercept(context);
    await use(context);
    deckhand.calls.end();
    // Before the context is closed: a response in progress could otherwise lose its page.
    testEndControllers.get(deckhand)?.abort();
  },
});

/** Playwright's `expect`, with `toHaveReceived` and `toFollowClientRules`. */
export const expect = baseExpect.extend({ toFollowClientRules, toHaveReceived });

export type {
  ClientRulesOptions,
  OverrideResponse,
  PlaywrightClock,
  PlaywrightSandbox,
  ToHaveReceivedOptions,
};

interface ServerSelection {
  readonly serverOrigin: string | undefined;
  readonly controlToken: string | undefined;
  readonly options: DeckhandOptions & ConfigOption;
}

async function resolveMockServer(
  { serverOrigin, controlToken, options }: ServerSelection,
  { title, config }: TestInfo,
): Promise<MockServer> {
  const folder = config.configFile === undefined ? config.rootDir : dirname(config.configFile);
  const { options: resolved } = resolveOptions(options, folder);
  if (serverOrigin === undefined) return createInProcessServer(resolved, title);
  const [unsupported] = Object.entries(options)
    .filter(([name, value]) => value !== undefined && ![...REQUEST_MATCHER_OPTIONS, 'config'].includes(name))
    .map(([name]) => name);
  if (unsupported === undefined) return connectRemoteServer(serverOrigin, controlToken, resolved, title);
  throw new UserError(
    'invalid-option',
    `deckhandOptions has "${unsupported}", but the mock server runs at ${serverOrigin}.`,
    {
      hint: 'Start the server with this option, or call deckhand.useScenario(…) or addFault(…) in the test.',
    },
  );
}

/** Attaches the journal as HAR and a snapshot of the sandbox to the report of a failed test. */
async function attachJournalAndSnapshot(deckhand: PlaywrightSandbox, testInfo: TestInfo): Promise<void> {
  try {
    const [har, snapshot] = [await deckhand.har(), await deckhand.snapshot()];
    await attach(testInfo, 'deckhand-journal.har', har);
    await attach(testInfo, 'deckhand-snapshot.json', snapshot);
  } catch (error) {
    // The report must show the test's own failure first, so a stopped server becomes only an annotation.
    if (!(error instanceof UserError)) throw error;
    testInfo.annotations.push({
      type: 'deckhand',
      description: `No journal and no snapshot: ${error.message}`,
    });
  }
}

/** By its path: then it is also in the output folder of the test. */
async function attach(testInfo: TestInfo, name: string, document: object): Promise<void> {
  const path = testInfo.outputPath(name);
  await writeFile(path, JSON.stringify(document, undefined, 2));
  return testInfo.attach(name, { path, contentType: 'application/json' });
}

/** Warns in the terminal and in the report. @returns the warning */
async function reportUnusedFaults(
  deckhand: PlaywrightSandbox,
  { annotations, title }: TestInfo,
): Promise<string | undefined> {
  try {
    const warning = await deckhand.findUnusedFaults();
    if (warning === undefined) return undefined;
    annotations.push({ type: 'deckhand', description: warning });
    console.warn(`${title}: ${warning}`);
    return warning;
  } catch (error) {
    ignoreUserError(error);
    return undefined;
  }
}

function createUnusedFaultError(warning: string): Error {
  const error = new UserError('invalid-option', warning, {
    hint: 'If the test may send no such request, add the fault with optional: true.',
  });
  return trimStack(error);
}

/** If the server has stopped before the end of the test, there is nothing to clean up. */
function ignoreUserError(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}
