/** The fixture: the sandbox of one test, with the verbs of every workspace and verbs for tests with pages. */
import type { Page } from '@playwright/test';
import { AsyncWorkspace } from '../../app/async-workspace.js';
import { sandboxRequest } from '../sandbox-request.js';
import { reported, reportingLine } from './reportable.js';
import { routeRequests } from './route-requests.js';
import type { MockServer } from './mock-server.js';
import { stepsOf } from '../time-steps.js';
import { StoppedPages } from './stopped-pages.js';
import type { Routable, Waiting } from './waiting.js';

export interface PassTimeOptions {
  /** The length of one step, such as `2s`, or milliseconds. Default: the whole time in one step. */
  readonly step?: string | number;
}

export class DeckhandFixture extends AsyncWorkspace {
  /** The API key that opens this test's sandbox, for requests that do not come from a page. */
  readonly key: string;
  /** The base URL of the API. In process no server listens there; use `fetch` of this fixture. */
  readonly baseUrl: string;
  /** Whether one test alone uses this sandbox, so that its requests come from one client. */
  readonly isOfOneTest = true;
  readonly #mockServer: MockServer;
  readonly #api: string | RegExp | undefined;
  readonly #over: AbortSignal;
  readonly #stopped: StoppedPages;
  readonly #routed: Waiting[] = [];
  #fetching = 0;

  /** @param over aborted at the end of the test, when no page needs the delayed responses */
  constructor(mockServer: MockServer, api: string | RegExp | undefined, over: AbortSignal) {
    super(reportingLine(mockServer.line), mockServer.key);
    this.key = mockServer.key;
    this.baseUrl = mockServer.address + mockServer.basePath;
    this.#mockServer = mockServer;
    this.#api = api;
    this.#over = over;
    this.#stopped = new StoppedPages(api === undefined ? mockServer.reach : undefined);
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
    this.#fetching += 1;
    try {
      return await this.#mockServer.fetch(sandboxRequest(this, input, init));
    } finally {
      this.#fetching -= 1;
    }
  };

  /**
   * Routes the pages of another context, such as one of `browser.newContext()`, to this sandbox, too. The test's own
   * `context` and `page` are already routed.
   */
  async route(target: Routable): Promise<void> {
    this.#routed.push(await routeRequests(target, this.#mockServer, this.#api, this.#over));
  }

  /**
   * Stops the sandbox's clock and the page's clock together. From now on, time passes only in `passTime`, which then waits
   * until the page has processed its responses. You can call it before `page.goto` or later.
   */
  async stopTime(page: Page): Promise<void> {
    await this.clock.pause();
    await this.#stopped.stop(page, await this.clock.now());
  }

  /**
   * Advances the sandbox's clock and the clock of a page together; `stopTime` or `page.clock.install()` must have replaced
   * the page's clock. The sandbox's clock is first, then each due timer of the page fires once. After each step, it waits
   * until a stopped page is settled.
   * @param by `5m`, or milliseconds
   * @throws UserError when a time is invalid, or a stopped page waits for a response that does not arrive
   */
  async passTime(
    by: string | number,
    page: Pick<Page, 'clock'>,
    { step = by }: PassTimeOptions = {},
  ): Promise<void> {
    for (const milliseconds of stepsOf(by, step)) {
      await this.clock.advance(milliseconds);
      await page.clock.fastForward(milliseconds);
      if (this.#stopped.has(page)) await this.settle();
    }
  }

  /**
   * Waits, in real time, until stopped pages have received and processed every response, except those that the sandbox holds
   * back. Use it, for example, after a click that sends a request.
   * @throws UserError when a page waits for a response that does not arrive
   */
  async settle(): Promise<void> {
    const elsewhere = (): number =>
      this.#routed.reduce(
        (sum, waiting) => sum + waiting.beside((page) => this.#stopped.has(page)),
        this.#fetching,
      );
    await reported(this.#stopped.settle(() => this.clock.held(), elsewhere));
  }
}
