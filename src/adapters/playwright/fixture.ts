/** The fixture: the sandbox of one test, with the verbs of every workspace and what only a test with pages needs. */
import type { Page } from '@playwright/test';
import { basePath } from '../../generated/routes.js';
import { parseDuration } from '../../scenario/duration.js';
import { AsyncWorkspace } from '../async-workspace.js';
import { sandboxRequest } from '../sandbox-request.js';
import { routeRequests } from './route-requests.js';
import type { StandIn } from './stand-in.js';
import type { Routable } from './waiting.js';

export class DeckhandFixture extends AsyncWorkspace {
  /** The API key that opens this test's sandbox, for requests that do not come from a page. */
  readonly key: string;
  /** What the API's paths follow on. In process nothing listens there: `fetch` of this fixture answers. */
  readonly baseUrl: string;
  readonly #standIn: StandIn;
  readonly #api: string | RegExp | undefined;
  readonly #over: AbortSignal;

  /** @param over is aborted when the test is over: what is held back then, nobody waits for */
  constructor(standIn: StandIn, api: string | RegExp | undefined, over: AbortSignal) {
    super(standIn.line, standIn.key);
    this.key = standIn.key;
    this.baseUrl = standIn.address + basePath;
    this.#standIn = standIn;
    this.#api = api;
    this.#over = over;
  }

  /** The id of the test's own workspace. */
  get workspace(): string {
    return this.id;
  }

  /**
   * Asks the API from the test, with the sandbox's key unless another one is sent.
   * @param input a whole address, or a path: `/templates`, or as a `poll_url` has it
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    this.#standIn.fetch(sandboxRequest(this, input, init));

  /**
   * Has the pages of a further context, such as one of `browser.newContext()`, talk to this sandbox, too. Those of the
   * test's own `context` and `page` do already.
   */
  route(target: Routable): Promise<void> {
    return routeRequests(target, this.#standIn, this.#api, this.#over);
  }

  /**
   * Has the same time pass here and in a page whose clock is Playwright's: the stand-in comes first, and then what the page
   * has waited for happens. The clock has to be there before the page is: `await page.clock.install()`.
   * @param by `5m`, or milliseconds
   */
  async passTime(by: string | number, page: Pick<Page, 'clock'>): Promise<void> {
    await this.clock.advance(by);
    await page.clock.fastForward(typeof by === 'number' ? by : (parseDuration(by) ?? 0));
  }
}
