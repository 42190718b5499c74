/** The fixture: the sandbox of one test, with the verbs of every workspace and verbs for tests with pages. */
import type { Page } from '@playwright/test';
import { loadScenarioInput } from '../../app/connect.js';
import { RemoteWorkspace } from '../../app/remote-workspace.js';
import { resolveWorkspaceId } from '../../service/control/workspace-context.js';
import { sandboxRequest } from '../sandbox-request.js';
import { withTrimmedStack, trimErrorsOf } from './trim-stack.js';
import { routeRequests, type RouteTarget, type PendingRequests } from './route-requests.js';
import type { MockServer } from './mock-server.js';
import { assertTimersPaused, parseRunForDuration } from '../run-for-duration.js';
import { PausedPages } from './paused-pages.js';

/** Maximum steps of one `runFor` for repeating timers that send no requests. */
const MAX_STEPS = 1_000;

export class PlaywrightSandbox extends RemoteWorkspace {
  /** The API key that opens this test's sandbox, for requests that do not come from a page. */
  readonly apiKey: string;
  /** The base URL of the API. In process no server listens there; use `fetch` of this fixture. */
  readonly baseUrl: string;
  /** Whether one test alone uses this sandbox, so that its requests come from one client. */
  readonly hasSingleClient = true;
  readonly #mockServer: MockServer;
  readonly #api: string | RegExp | undefined;
  readonly #testEnd: AbortSignal;
  readonly #pausedPages: PausedPages;
  readonly #interceptedContexts: PendingRequests[] = [];
  #pendingFetches = 0;

  /** @param over aborted at the end of the test, when no page needs the delayed responses */
  constructor(mockServer: MockServer, api: string | RegExp | undefined, over: AbortSignal) {
    super(trimErrorsOf(mockServer.send), resolveWorkspaceId(mockServer.apiKey), loadScenarioInput);
    this.apiKey = mockServer.apiKey;
    this.baseUrl = mockServer.origin + mockServer.basePath;
    this.#mockServer = mockServer;
    this.#api = api;
    this.#testEnd = over;
    this.#pausedPages = new PausedPages(api === undefined ? mockServer.requestMatcher : undefined);
  }

  /** The id of the test's own workspace. */
  get workspace(): string {
    return this.id;
  }

  /**
   * Sends a request to the API from the test, with the sandbox's key unless `init` has another one.
   * @param input an absolute URL, or a path: `/templates`, or the path of a `poll_url`
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    this.#pendingFetches += 1;
    try {
      return await this.#mockServer.fetch(sandboxRequest(this, input, init));
    } finally {
      this.#pendingFetches -= 1;
    }
  };

  /**
   * Routes the pages of another context, such as one of `browser.newContext()`, to this sandbox, too. The test's own
   * `context` and `page` are already routed.
   */
  async intercept(target: RouteTarget): Promise<void> {
    this.#interceptedContexts.push(await routeRequests(target, this.#mockServer, this.#api, this.#testEnd));
  }

  /**
   * Stops the sandbox's clock and the page's clock together. From now on, time passes only in `passTime`, which then waits
   * until the page has processed its responses. You can call it before `page.goto` or later.
   */
  async stopTime(page: Page): Promise<void> {
    await this.clock.pause();
    await this.#pausedPages.stop(page, await this.clock.now());
  }

  /**
   * Advances the sandbox's clock and the clock of a stopped page together. Time stops when a timer of the page or of a frame in
   * it is due: the sandbox's clock moves first, then the timer fires, and the page receives and processes its responses. So the
   * page polls as often as in real time. Timers that repeat without requests, and are shorter than a 1000th of the time, do not
   * stop it; it says so if one of them then sends a request late.
   * @param by `5m`, or milliseconds
   * @throws UserError when the time is invalid, the page is not stopped, or it waits for a response that does not arrive
   */
  async passTime(by: string | number, page: Page): Promise<void> {
    const whole = parseRunForDuration(by);
    assertTimersPaused(this.#pausedPages.has(page), 'stopTime(page)', `clock.advance('5m')`);
    const least = whole / MAX_STEPS;
    await this.waitForNetworkIdle();
    for (let rest = whole; rest > 0;) {
      let due = await this.#pausedPages.next(page, least);
      if (due > rest) {
        // On a slow machine, the page may schedule its next timer late; check again.
        await this.waitForNetworkIdle();
        due = await this.#pausedPages.next(page, least);
      }
      const step = Math.min(rest, Math.max(1, Math.ceil(due)));
      const held = await this.clock.pendingResponses();
      await this.clock.advance(step);
      // A response that was held back arrives before the timers of this stop fire: one of them could be its time limit.
      if (held > 0) await this.waitForNetworkIdle();
      await page.clock.fastForward(step);
      await this.waitForNetworkIdle();
      rest -= step;
    }
    const late = await this.#pausedPages.shortestLate(page);
    if (late !== undefined) console.warn(lateTimersWarning(by, late));
  }

  /**
   * Waits, in real time, until stopped pages have received and processed every response, except those that the sandbox holds
   * back. Use it, for example, after a click that sends a request.
   * @throws UserError when a page waits for a response that does not arrive
   */
  async waitForNetworkIdle(): Promise<void> {
    const elsewhere = (): number =>
      this.#interceptedContexts.reduce(
        (sum, waiting) => sum + waiting.countFromOtherPages((page) => this.#pausedPages.has(page)),
        this.#pendingFetches,
      );
    await withTrimmedStack(
      this.#pausedPages.waitForNetworkIdle(() => this.clock.pendingResponses(), elsewhere),
    );
  }
}

function lateTimersWarning(by: string | number, delay: number): string {
  const most = Math.max(1, Math.floor(delay * MAX_STEPS));
  return (
    `Deckhand: in passTime(${JSON.stringify(by)}), timers of ${delay} ms fired late and sent requests, so the page asked less ` +
    `often than in real time. Let at most ${most} ms pass at once.`
  );
}
