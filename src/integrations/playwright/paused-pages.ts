/** The pages of a test with a stopped clock. Waits until they have processed their responses. */
import type { Frame, Page } from '@playwright/test';
import type { RequestMatcher } from '../../app/request-matcher.js';
import { UserError } from '../../base/user-error.js';
import { realNow, setRealTimeout } from '../../base/real-time.js';
import { installTimerTracking } from './page-timers.js';

/** The time limit for a page to settle, in real milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Real milliseconds between two checks. */
const POLL_INTERVAL_MS = 5;

/** Lead in ms, because `clock.pauseAt` accepts only a future time. */
const CLOCK_LEAD_MS = 60_000;

export class PausedPages {
  readonly #pages = new Set<Page>();
  readonly #counted: TrackedRequests | null;

  /** @param reach the requests to wait for. Default: all requests of the page */
  constructor(reach: RequestMatcher | undefined) {
    this.#counted = reach ? { origin: reach.origin ?? null, paths: reach.paths.source } : null;
  }

  has(page: Page): boolean {
    return this.#pages.has(page);
  }

  /** @param at the time of the page's clock from now on, in milliseconds since 1970 */
  async stop(page: Page, at: number): Promise<void> {
    if (!this.has(page)) {
      await page.clock.install({ time: at - CLOCK_LEAD_MS });
      await page.addInitScript(installTimerTracking);
      await inFrames(page, (frame) => frame.evaluate(installTimerTracking));
      await page.addInitScript(trackRequests, this.#counted);
      await inFrames(page, (frame) => frame.evaluate(trackRequests, this.#counted));
      this.#pages.add(page);
      page.once('close', () => this.#pages.delete(page));
    }
    await page.clock.pauseAt(at);
  }

  /** Milliseconds until the next timer of the page or of a frame in it is due, as `PageTimers` counts them; infinite without one. */
  async next(page: Page, delay: number): Promise<number> {
    const due = await inFrames(page, (frame) =>
      frame.evaluate((least) => globalThis.deckhandTimers?.next(least), delay),
    );
    return Math.min(...due.map((each) => each ?? Infinity));
  }

  /** The shortest delay of the timers that fired late and sent a request, and forgets it. */
  async shortestLate(page: Page): Promise<number | undefined> {
    const late = await inFrames(page, (frame) =>
      frame.evaluate(() => {
        const { deckhandTimers: timers } = globalThis;
        if (!timers) return null;
        const { shortestLate } = timers;
        timers.shortestLate = null;
        return shortestLate;
      }),
    );
    const found = late.filter((delay) => typeof delay === 'number');
    return found.length === 0 ? undefined : Math.min(...found);
  }

  /**
   * Resolves when the pages have received and processed every response, except those that are held back.
   * @param held the number of held responses to any client
   * @param pendingElsewhere the number of waiting requests that are not from these pages
   * @throws UserError at the time limit
   */
  async waitForNetworkIdle(held: () => Promise<number>, pendingElsewhere: () => number): Promise<void> {
    const deadline = realNow() + RESPONSE_TIMEOUT_MS;
    for (;;) {
      const pages = [...this.#pages].map((page) => inFrames(page, (frame) => frame.evaluate(waitUntilIdle)));
      const waiting = (await Promise.all(pages)).flat(2);
      if (waiting.length + pendingElsewhere() <= (await held())) return;
      if (realNow() > deadline)
        throw new UserError('invalid-option', `The page still waits for a response: ${waiting.join(', ')}.`, {
          hint: 'Responses that the sandbox holds back do not count. Is this address the API? Option deckhandApi names it.',
        });
      await new Promise((resolve) => setRealTimeout(resolve, POLL_INTERVAL_MS));
    }
  }
}

/** Runs in the page and in the frames in it. A frame that is removed or navigates meanwhile has no result. */
async function inFrames<Result>(page: Page, run: (frame: Frame) => Promise<Result>): Promise<Result[]> {
  const main = page.mainFrame();
  const others = page.frames().filter((frame) => frame !== main);
  const [first, ...rest] = await Promise.all([
    run(main),
    ...others.map((frame) => run(frame).catch(() => undefined)),
  ]);
  return [first, ...rest.filter((result) => result !== undefined)];
}

/* Runs in pages: counts API requests without a complete response. It can use only functions of the page. */

declare global {
  /** The requests in progress, with their URLs. */
  var deckhandPendingRequests: Set<{ readonly url: string }> | undefined;
}

/** The requests that are counted. It goes to the page as JSON. */
interface TrackedRequests {
  /** `null` for any origin. */
  readonly origin: string | null;
  /** The source of a regular expression for paths. */
  readonly paths: string;
}

/** @param counted `null` to count every request */
function trackRequests(counted: TrackedRequests | null): void {
  if (globalThis.deckhandPendingRequests) return;
  const underWay = (globalThis.deckhandPendingRequests = new Set<{ readonly url: string }>());
  const begin = (url: string): (() => void) => {
    const { origin, pathname } = new URL(url, location.href);
    const counts =
      counted === null ||
      ((counted.origin === null || counted.origin === origin) && new RegExp(counted.paths).test(pathname));
    const one = { url };
    if (counts) {
      underWay.add(one);
      globalThis.deckhandTimers?.noteRequest();
    }
    return () => void underWay.delete(one);
  };

  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const [input] = request;
    const end = begin(input instanceof Request ? input.url : String(input));
    try {
      const response = await fetch(...request);
      // A clone, so that the page can still read the body. An incomplete response also ends the request.
      void response.clone().arrayBuffer().then(end, end);
      return response;
    } catch (error) {
      end();
      throw error;
    }
  };

  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    #url = '';

    override open(
      method: string,
      url: string | URL,
      isAsync = true,
      user?: string | null,
      password?: string | null,
    ): void {
      this.#url = String(url);
      super.open(method, url, isAsync, user, password);
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      this.addEventListener('loadend', begin(this.#url), { once: true });
      super.send(body);
    }
  };
}

/**
 * Waits until the page has processed all received responses.
 * @returns the URLs of requests that are still in progress
 */
async function waitUntilIdle(): Promise<readonly string[]> {
  // A timer would wait for the page's clock, which is stopped.
  const { port1, port2 } = new MessageChannel();
  const turn = (): Promise<unknown> =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  const count = (): number => globalThis.deckhandPendingRequests?.size ?? 0;
  let before = count();
  for (let quiet = 0; quiet < 20; quiet += 1) {
    // axios awaits a cookie before sending; this read resolves after its read.
    if (quiet === 0 && 'cookieStore' in globalThis) await cookieStore.get('deckhand').catch(() => undefined);
    await turn();
    if (count() === before) continue;
    [before, quiet] = [count(), -1];
  }
  port1.close();
  return [...(globalThis.deckhandPendingRequests ?? [])].map(({ url }) => url);
}
