/** The sandbox of one Playwright test: a workspace with methods for pages. */
import { readScenarioInput } from '../../app/connect.js';
import type { ScenarioInput } from '../../app/scenario-input-types.js';
import type { ActiveFault, ActiveFaultList } from '../../generated/control-api.js';
import { RemoteWorkspace, type SendControlRequest } from '../../app/remote-workspace.js';
import { resolveWorkspaceId } from '../../service/control/workspace-context.js';
import { buildSandboxRequest } from '../sandbox-request.js';
import { withTrimmedStack, trimErrorsOf } from './trim-stack.js';
import { routeRequests, type RouteTarget, type PendingRequests } from './route-requests.js';
import type { MockServer } from './mock-server.js';
import { UnawaitedCalls } from './unawaited-calls.js';
import { formatUnusedFaults, type FixtureFault } from '../unused-faults.js';
import type { OperationId } from '../../generated/routes.js';
import type { OverrideResponse } from './override-types.js';
import { Overrides } from './overrides.js';
import { createPlaywrightClock, type PlaywrightClock } from './clock.js';
import { PausedPages } from './paused-pages.js';

/** The maximum number of times that timers that are due now are run: they can set each other. */
const MAX_DUE_ROUNDS = 100;

/** The sandbox of a test. */
export class PlaywrightSandbox extends RemoteWorkspace {
  /** The clock of this sandbox, which `pauseWith` and `runFor` keep in step with pages. */
  declare readonly clock: PlaywrightClock;
  /**
   * Changes the next responses of an operation. A test that passes otherwise fails at its end if no request met the fault, unless the
   * fault is `optional` or a `fallback`.
   */
  declare readonly addFault: (fault: FixtureFault) => Promise<ActiveFault>;
  /** The API key that opens this test's sandbox, for requests that do not come from a page. */
  readonly apiKey: string;
  /** The base URL of the API. In process no server listens there; use `fetch` of this sandbox. */
  readonly baseUrl: string;
  /** @internal Whether one test alone uses this sandbox, so that its requests come from one client. */
  readonly hasSingleClient = true;
  readonly #mockServer: MockServer;
  readonly #routes: string | RegExp | undefined;
  readonly #testEnd: AbortSignal;
  readonly #pausedPages: PausedPages;
  readonly #interceptedContexts: PendingRequests[] = [];
  #pendingFetches = 0;
  /** @internal */
  readonly calls: UnawaitedCalls;
  readonly #optionalFaults = new Set<string>();
  readonly #overrides: Overrides;

  /**
   * @internal
   * @param routes the URLs of API requests. Default: those that the mock server matches
   * @param testEnd aborted at the end of the test, when no page needs the delayed responses
   */
  constructor(mockServer: MockServer, routes: string | RegExp | undefined, testEnd: AbortSignal) {
    const calls = new UnawaitedCalls();
    const id = resolveWorkspaceId(mockServer.apiKey);
    const overrides = new Overrides(trimErrorsOf(mockServer.send), id);
    super(trackCalls(overrides.send, calls), id, readScenarioInput);
    this.calls = calls;
    this.#overrides = overrides;
    const { addFault } = this as RemoteWorkspace;
    this.addFault = async ({ optional = false, ...fault }) => {
      const added = await addFault(fault);
      if (optional) this.#optionalFaults.add(added.id);
      return added;
    };
    this.apiKey = mockServer.apiKey;
    this.baseUrl = mockServer.origin + mockServer.basePath;
    this.#mockServer = mockServer;
    this.#routes = routes;
    this.#testEnd = testEnd;
    this.#pausedPages = new PausedPages(routes === undefined ? mockServer.requestMatcher : undefined);
    this.clock = createPlaywrightClock(this.clock, this.#pausedPages, {
      waitForResponses: () => this.#waitForResponses(),
      waitForNetworkIdle: () => this.waitForNetworkIdle(),
    });
  }

  /** As `Workspace.useScenario`. Requests of pages that follow this call wait until it has ended. */
  override useScenario(scenario: ScenarioInput): Promise<void> {
    return this.calls.track('deckhand.useScenario', () => super.useScenario(scenario));
  }

  /**
   * Sets what an operation responds, until the end of the test or `override(operation, null)`. It does not take effect: an overridden
   * start starts no job. An invalid key, the rate limit and other faults come before it, scenarios after it.
   * @param response `json` has the documented type. A response that violates the specification needs `violates: true`
   * @throws UserError when the operation is unknown, or the response violates the specification and does not say so
   */
  override<Operation extends OperationId>(
    operation: Operation,
    response: OverrideResponse<Operation> | null,
  ): Promise<void> {
    return this.calls.track('deckhand.override', () =>
      withTrimmedStack(this.#overrides.set(operation, response)),
    );
  }

  /**
   * Sends a request to the API from the test, with the sandbox's key unless `init` has another one.
   * @param input an absolute URL, or a path: `/templates`, or the path of a `poll_url`
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    this.#pendingFetches += 1;
    try {
      return await this.#mockServer.fetch(buildSandboxRequest(this, input, init));
    } finally {
      this.#pendingFetches -= 1;
    }
  };

  /**
   * Also routes the API requests of another context, such as one of `browser.newContext()`, to this sandbox. The requests of the
   * fixtures `context` and `page` are routed already.
   */
  async intercept(context: RouteTarget): Promise<void> {
    this.#interceptedContexts.push(
      await routeRequests(context, this.#mockServer, {
        routes: this.#routes,
        testEnd: this.#testEnd,
        calls: this.calls,
      }),
    );
  }

  /**
   * Waits, in real time, until paused pages have received and processed every response, except those that wait for the sandbox's
   * clock. Timers that are due now are run, because libraries report results with `setTimeout(0)`. Use it, for example, after a click
   * that sends a request.
   * @throws UserError when a page waits for a response that does not arrive
   */
  async waitForNetworkIdle(): Promise<void> {
    await this.#waitForResponses();
    for (let round = 0; round < MAX_DUE_ROUNDS && (await this.#pausedPages.runDueTimers()); round += 1)
      await this.#waitForResponses();
  }

  async #waitForResponses(): Promise<void> {
    const countElsewhere = (): number =>
      this.#interceptedContexts.reduce(
        (sum, pending) => sum + pending.countFromOtherPages((page) => this.#pausedPages.has(page)),
        this.#pendingFetches,
      );
    await withTrimmedStack(
      this.#pausedPages.waitForNetworkIdle(() => this.clock.pendingResponses(), countElsewhere),
    );
  }

  /** @internal A message about the faults that no request met; undefined if there are none. */
  async findUnusedFaults(): Promise<string | undefined> {
    const list = await this.#mockServer.send('listFaults', { params: { workspace: this.id } });
    return formatUnusedFaults(list as ActiveFaultList, this.#optionalFaults);
  }

  /** @internal Leaves an empty workspace. */
  async end(): Promise<void> {
    this.#overrides.end();
    await this.reset();
  }
}

/** Reads of changes are left out: a test can watch them until it ends. */
const trackCalls =
  (send: SendControlRequest, calls: UnawaitedCalls): SendControlRequest =>
  (operation, input) =>
    operation === 'getChanges'
      ? send(operation, input)
      : calls.track(`deckhand.${operation}`, () => send(operation, input));
