/** The fixture: the sandbox of one test, with the verbs of every workspace and verbs for tests with pages. */
import type { Page } from '@playwright/test';
import { readChosen } from '../../app/remote.js';
import { RemoteWorkspace } from '../../app/remote-workspace.js';
import { workspaceIdOf } from '../../service/control/verb-context.js';
import { sandboxRequest } from '../sandbox.js';
import { reported, reportingSend } from './reportable.js';
import { routeRequests, type Routable, type Waiting } from './route-requests.js';
import type { MockServer } from './mock-server.js';
import { needStopped, needTime } from '../passed-time.js';
import { StoppedPages } from './stopped-pages.js';

/** In `passTime`, repeated timers without requests, such as those of an animation, stop time so often at most. */
const STOPS = 1_000;

export class DeckhandFixture extends RemoteWorkspace {
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
    super(reportingSend(mockServer.send), workspaceIdOf(mockServer.key), readChosen);
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
   * Advances the sandbox's clock and the clock of a stopped page together. Time stops when a timer of the page or of a frame in
   * it is due: the sandbox's clock moves first, then the timer fires, and the page receives and processes its responses. So the
   * page polls as often as in real time. Timers that repeat without requests, and are shorter than a 1000th of the time, do not
   * stop it; it says so if one of them then sends a request late.
   * @param by `5m`, or milliseconds
   * @throws UserError when the time is invalid, the page is not stopped, or it waits for a response that does not arrive
   */
  async passTime(by: string | number, page: Page): Promise<void> {
    const whole = needTime(by);
    needStopped(this.#stopped.has(page), 'stopTime(page)', `clock.advance('5m')`);
    const least = whole / STOPS;
    await this.settle();
    for (let rest = whole; rest > 0;) {
      let due = await this.#stopped.next(page, least);
      if (due > rest) {
        // On a busy machine, the page can set its next timer a moment later. A jump to the end would pass it by.
        await this.settle();
        due = await this.#stopped.next(page, least);
      }
      const step = Math.min(rest, Math.max(1, Math.ceil(due)));
      const held = await this.clock.held();
      await this.clock.advance(step);
      // A response that was held back arrives before the timers of this stop fire: one of them could be its time limit.
      if (held > 0) await this.settle();
      await page.clock.fastForward(step);
      await this.settle();
      rest -= step;
    }
    const late = await this.#stopped.shortestLate(page);
    if (late !== undefined) console.warn(lateText(by, late));
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

function lateText(by: string | number, delay: number): string {
  const most = Math.max(1, Math.floor(delay * STOPS));
  return (
    `Deckhand: in passTime(${JSON.stringify(by)}), timers of ${delay} ms fired late and sent requests, so the page asked less ` +
    `often than in real time. Let at most ${most} ms pass at once.`
  );
}
