/**
 * `deckhand/playwright`: Playwright's `test` with a sandbox for each test, in process or on a running `deckhand serve`.
 * Pages need no change: their API requests go to the test's own sandbox, with any key.
 */
import { dirname } from 'node:path';
import {
  expect as baseExpect,
  test as base,
  type TestInfo,
  type ExpectMatcherState,
  type MatcherReturnType,
} from '@playwright/test';
import { UserError } from '../base/user-error.js';
import { createDeckhand, type DeckhandOptions } from '../app/deckhand.js';
import { resolveOptions, type ConfigOption } from '../app/config/resolve-options.js';
import { REQUEST_MATCHER_OPTIONS, assertKnownOptions } from '../app/options/deckhand-options.js';
import { connectDeckhand } from '../app/connect.js';
import { RequestMatcher, type RequestMatcherOptions } from '../app/request-matcher.js';
import { parseOrigin } from '../app/options/urls.js';
import { toQueryStrings } from '../app/control-client.js';
import { runControlOperation } from '../service/control/control-operations.js';
import { renderPresentationPage } from '../server/pages/presentation-page.js';
import type { AnyWorkspace, RemoteWorkspace } from '../app/remote-workspace.js';
import type { OperationId } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import { parseInteger } from '../app/options/option-parsers.js';
import { realNow, setRealTimeout } from '../base/real-time.js';
import { checkClientRules, type ClientRulesOptions } from './client-rules-assertion.js';
import { PlaywrightSandbox } from './playwright/sandbox.js';
import { withTrimmedStack } from './playwright/trim-stack.js';
import type { MockServer } from './playwright/mock-server.js';
import { formatUnusedFaults } from './sandbox-request.js';
import { sandboxKey } from './sandbox-request.js';
import { findReceived, type ReceivedOptions } from './received-assertion.js';
import { formatExpected, formatReceived } from './received-assertion.js';

export interface DeckhandTestOptions {
  /** The address of a running `deckhand serve`. Default: a mock server in process. */
  deckhandServer: string | undefined;
  /** The `--control-token` of that server. Default: the environment variable `DECKHAND_CONTROL_TOKEN`. */
  deckhandToken: string | undefined;
  /**
   * Options of the mock server in process. `origin`, `basePath` and `onUnhandledRequest` also say which requests go to a running
   * server.
   */
  deckhandOptions: DeckhandOptions & ConfigOption;
  /** The URLs of pages' API requests. Default: the operations below `/api/v1`, on any origin, or as the options say. */
  deckhandApi: string | RegExp | undefined;
}

export interface DeckhandFixtures {
  /** The test's own sandbox. */
  deckhand: PlaywrightSandbox;
}

/** Aborted at the end of the test of a sandbox. */
const endControllers = new WeakMap<PlaywrightSandbox, AbortController>();

export const test = base.extend<DeckhandTestOptions & DeckhandFixtures>({
  deckhandServer: [undefined, { option: true }],
  deckhandToken: [process.env['DECKHAND_CONTROL_TOKEN'] || undefined, { option: true }],
  deckhandOptions: [{}, { option: true }],
  deckhandApi: [undefined, { option: true }],
  // Playwright does not see requests that a service worker handles.
  serviceWorkers: ['block', { scope: 'test', option: true } as { scope: 'test' }],

  deckhand: async ({ deckhandServer, deckhandToken, deckhandOptions, deckhandApi }, use, testInfo) => {
    const options = { server: deckhandServer, token: deckhandToken, own: deckhandOptions };
    const testEnd = new AbortController();
    const deckhand = new PlaywrightSandbox(
      await withTrimmedStack(resolveMockServer(options, testInfo)),
      deckhandApi,
      testEnd.signal,
    );
    endControllers.set(deckhand, testEnd);
    await use(deckhand);
    testEnd.abort();
    if (testInfo.status !== testInfo.expectedStatus) await attachJournalAndSnapshot(deckhand, testInfo);
    await reportUnusedFaults(deckhand, testInfo).catch(ignoreUserError);
    await deckhand.reset().catch(ignoreUserError);
  },

  context: async ({ context, deckhand }, use) => {
    await deckhand.intercept(context);
    await use(context);
    // Before the context is closed: a response in progress could otherwise lose its page.
    endControllers.get(deckhand)?.abort();
  },
});

export const expect = baseExpect.extend({ toFollowClientRules, toHaveReceived });

export type { ClientRulesOptions, PlaywrightSandbox };

interface ServerSelection {
  readonly server: string | undefined;
  readonly token: string | undefined;
  readonly own: DeckhandOptions & ConfigOption;
}

async function resolveMockServer(
  { server, token, own }: ServerSelection,
  { title, config }: TestInfo,
): Promise<MockServer> {
  const folder = config.configFile === undefined ? config.rootDir : dirname(config.configFile);
  const { options: configured } = resolveOptions(own, folder);
  if (server === undefined) return createInProcessServer(configured, title);
  const options = Object.entries(own).filter(([, value]) => value !== undefined);
  const option = options
    .map(([name]) => name)
    .find((name) => ![...REQUEST_MATCHER_OPTIONS, 'config'].some((one) => one === name));
  if (option === undefined) return connectToServer(server, token, configured, title);
  throw new UserError(
    'invalid-option',
    `deckhandOptions has "${option}", but the mock server runs at ${server}.`,
    {
      hint: 'Start that server with the option, or have the test say what it needs: deckhand.use(…), deckhand.arm(…).',
    },
  );
}

/** Attaches the journal as HAR and the state of the sandbox to the report of a failed test. */
async function attachJournalAndSnapshot(workspace: PlaywrightSandbox, testInfo: TestInfo): Promise<void> {
  try {
    const [har, state] = [await workspace.har(), await workspace.snapshot()];
    await attach(testInfo, 'deckhand-journal.har', har);
    await attach(testInfo, 'deckhand-moment.json', state);
  } catch (error) {
    // The report must show the test's own failure first, so a stopped server becomes only an annotation.
    if (!(error instanceof UserError)) throw error;
    testInfo.annotations.push({
      type: 'deckhand',
      description: `No journal and no saved state: ${error.message}`,
    });
  }
}

function attach(testInfo: TestInfo, name: string, document: object): Promise<void> {
  return testInfo.attach(name, {
    body: JSON.stringify(document, undefined, 2),
    contentType: 'application/json',
  });
}

/** In the terminal, and in the report. */
async function reportUnusedFaults(
  deckhand: PlaywrightSandbox,
  { annotations, title }: TestInfo,
): Promise<void> {
  const unmet = formatUnusedFaults(await deckhand.faults());
  if (unmet === undefined) return;
  annotations.push({ type: 'deckhand', description: unmet });
  console.warn(`${title}: ${unmet}`);
}

/** If the server stopped before the end of a test, there is nothing to clean up. */
function ignoreUserError(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}

/* A running server as the mock server, such as `deckhand serve`, with a sandbox for this test. */

/** @throws UserError when the address is wrong, the server does not respond, or the token is missing */
async function connectToServer(
  server: string,
  token: string | undefined,
  options: RequestMatcherOptions,
  title: string,
): Promise<MockServer> {
  const reach = new RequestMatcher(options);
  const { origin, sendControlRequest } = connectDeckhand(
    server,
    token === undefined ? {} : { controlToken: token },
  );
  // The key is unique, because other runs, retries and workers use the same server.
  const key = sandboxKey(title, crypto.randomUUID().slice(-12));
  // Fails first if the address, the server or the token is wrong.
  await sendControlRequest('getWorkspace', { params: { workspace: key } });
  return {
    send: sendControlRequest,
    apiKey: key,
    requestMatcher: reach,
    origin: origin,
    basePath: await basePathOf(origin),
    originFor: () => origin,
    fetch,
  };
}

/** The path of the server's API. Pages can have another one, if their application has a proxy. */
async function basePathOf(address: string): Promise<string> {
  const health = (await (await fetch(`${address}/_deckhand/health`)).json()) as {
    readonly base_path: string;
  };
  return health.base_path;
}

/* The mock server in the test's own process. It opens no port. */

/** @throws UserError when an option is wrong */
function createInProcessServer(options: DeckhandOptions, title: string): MockServer {
  const address = options.origin === undefined ? 'http://127.0.0.1:4010' : parseOrigin(options.origin);
  // Presentations have the origin at which the pages expect the API.
  let origin = address;
  const deckhand = createDeckhand({ publicUrl: () => origin, ...options });
  return {
    send: async (id, { params = {}, query = {}, body }) =>
      runControlOperation(deckhand.control, id, { params, query: toQueryStrings(query), body }),
    // No other tests use this mock server, so the title is enough: the same test gets the same random values in every run.
    apiKey: sandboxKey(title),
    requestMatcher: deckhand.requestMatcher,
    basePath: deckhand.requestMatcher.basePath,
    origin: address,
    originFor: (pageOrigin) => (origin = pageOrigin),
    async fetch(request) {
      const [, workspace, id] = /^\/view\/([^/]+)\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
      if (workspace === undefined || id === undefined) return deckhand.fetch(request);
      const { status, html, headers } = renderPresentationPage(deckhand, workspace, id);
      return new Response(html, { status, headers });
    },
  };
}

/* `await expect(deckhand).toFollowClientRules()` in Playwright. */

/** @throws UserError when an option or a rule is unknown */
async function toFollowClientRules(
  this: ExpectMatcherState,
  deckhand: AnyWorkspace,
  options: ClientRulesOptions = {},
): Promise<MatcherReturnType> {
  const { pass, message } = await checkClientRules(deckhand, options, this.isNot);
  return {
    pass,
    name: 'toFollowClientRules',
    message: () =>
      `${this.utils.matcherHint('toFollowClientRules', 'deckhand', '', { isNot: this.isNot })}\n\n${message}`,
  };
}

/*
 * `expect(deckhand).toHaveReceived(…)`: auto-retrying assertion about requests of the sandbox.
 */

const OPTIONS = ['times', 'status', 'job', 'body', 'timeout'] satisfies (keyof ReceivedOptions)[];

/** Milliseconds between two checks. */
const RETRY_INTERVALS_MS = [50, 100, 250, 500];

/** @throws UserError when the operation or an option is unknown */
async function toHaveReceived(
  this: ExpectMatcherState,
  deckhand: RemoteWorkspace,
  operation: OperationId,
  options: ReceivedOptions = {},
): Promise<MatcherReturnType> {
  assertKnownOptions(options, OPTIONS);
  const { times, timeout = this.timeout } = options;
  if (times !== undefined) parseInteger(times, 'times', 0);
  const deadline = realNow() + timeout;
  let fitting: readonly Exchange[];
  let pass: boolean;
  for (let attempt = 0; ; attempt += 1) {
    fitting = await findReceived(deckhand, operation, options);
    pass = times === undefined ? fitting.length > 0 : fitting.length === times;
    const rest = deadline - realNow();
    if (pass !== this.isNot || rest <= 0 || cannotPassAnymore(fitting.length, times, this.isNot)) break;
    await new Promise((resolve) =>
      setRealTimeout(resolve, Math.min(RETRY_INTERVALS_MS[attempt] ?? 1_000, rest)),
    );
  }
  const all = pass === this.isNot ? await deckhand.journal() : [];
  return {
    pass,
    name: 'toHaveReceived',
    expected: formatExpected(operation, options, this.isNot),
    actual: fitting.length,
    message: () =>
      [
        this.utils.matcherHint('toHaveReceived', 'deckhand', 'operation', { isNot: this.isNot }),
        '',
        `Expected: ${formatExpected(operation, options, this.isNot, (value) => this.utils.printExpected(value))}`,
        `Received: ${formatReceived(all, fitting)}`,
      ].join('\n'),
  };
}

/** Whether the result is final. The number of received requests can only grow, so a longer wait cannot change it. */
function cannotPassAnymore(count: number, times: number | undefined, isNot: boolean): boolean {
  return isNot ? times === undefined : times !== undefined && count > times;
}
