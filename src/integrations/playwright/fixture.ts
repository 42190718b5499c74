/** The fixture: the sandbox of one test, with the verbs of every workspace and what only a test with pages needs. */
import type { Page } from '@playwright/test';
import { basePath } from '../../generated/routes.js';
import { AsyncWorkspace } from '../../app/async-workspace.js';
import { sandboxRequest } from '../sandbox-request.js';
import { reported, reportingLine } from './reportable.js';
import { routeRequests } from './route-requests.js';
import type { StandIn } from './stand-in.js';
import { stepsOf } from './steps.js';
import { StoppedPages } from './stopped-pages.js';
import type { Routable, Waiting } from './waiting.js';

export interface PassTimeOptions {
  /** As several steps of this length, such as `2s`, or milliseconds; in one when left out. */
  readonly step?: string | number;
}

export class DeckhandFixture extends AsyncWorkspace {
  /** The API key that opens this test's sandbox, for requests that do not come from a page. */
  readonly key: string;
  /** What the API's paths follow on. In process nothing listens there: `fetch` of this fixture answers. */
  readonly baseUrl: string;
  /** Whether one test alone uses this sandbox, so that its requests come from one client. */
  readonly isOfOneTest = true;
  readonly #standIn: StandIn;
  readonly #api: string | RegExp | undefined;
  readonly #over: AbortSignal;
  readonly #stopped: StoppedPages;
  readonly #routed: Waiting[] = [];
  #fetching = 0;

  /** @param over is aborted when the test is over: what is held back then, nobody waits for */
  constructor(standIn: StandIn, api: string | RegExp | undefined, over: AbortSignal) {
    super(reportingLine(standIn.line), standIn.key);
    this.key = standIn.key;
    this.baseUrl = standIn.address + basePath;
    this.#standIn = standIn;
    this.#api = api;
    this.#over = over;
    this.#stopped = new StoppedPages(api);
  }

  /** The id of the test's own workspace. */
  get workspace(): string {
    return this.id;
  }

  /**
   * Asks the API from the test, with the sandbox's key unless another one is sent.
   * @param input a whole address, or a path: `/templates`, or as a `poll_url` has it
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    this.#fetching += 1;
    try {
      return await this.#standIn.fetch(sandboxRequest(this, input, init));
    } finally {
      this.#fetching -= 1;
    }
  };

  /**
   * Has the pages of a further context, such as one of `browser.newContext()`, talk to this sandbox, too. Those of the
   * test's own `context` and `page` do already.
   */
  async route(target: Routable): Promise<void> {
    this.#routed.push(await routeRequests(target, this.#standIn, this.#api, this.#over));
  }

  /**
   * Stops the sandbox's clock, and the page's at the same time: from now on time passes by `passTime` alone, which then
   * waits until the page has taken what came. Before `page.goto`, or later.
   */
  async stopTime(page: Page): Promise<void> {
    await this.clock.pause();
    await this.#stopped.stop(page, await this.clock.now());
  }

  /**
   * Has the same time pass here and in a page whose clock is Playwright's, by `stopTime` or by `page.clock.install()`: the
   * stand-in comes first, and then each timer of the page that is due fires once. Between steps, stopped pages settle.
   * @param by `5m`, or milliseconds
   * @throws UserError when that is no time, or a stopped page waits for what never comes
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
   * Waits, in real time, until stopped pages have every answer but those the sandbox holds back, and have made of them what
   * they make at once: after a click that sends something, say.
   * @throws UserError when a page waits for what never comes
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
