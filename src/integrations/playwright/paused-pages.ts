/** The pages of a test whose clocks are paused. Waits until they have processed their responses. */
import type { BrowserContext, Frame, Page } from '@playwright/test';
import type { RequestMatcher } from '../../app/request-matcher.js';
import { UserError } from '../../base/user-error.js';
import { realNow, setRealTimeout } from '../../base/real-time.js';
import { trackRequests, waitUntilIdle, type TrackedRequests } from './count-requests.js';
import { installTimerTracking } from './page-timers.js';

/** The time limit for pages to receive their responses, in real milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Real milliseconds between two checks. */
const POLL_INTERVAL_MS = 5;

/** Lead in ms, because `clock.pauseAt` accepts only a future time. */
const CLOCK_LEAD_MS = 60_000;

export class PausedPages {
  /** In the order in which they were paused. */
  readonly #pages = new Set<Page>();
  readonly #installedContexts = new WeakSet<BrowserContext>();
  readonly #trackedRequests: TrackedRequests | null;

  /** @param matcher the requests to wait for. Default: all requests of the page */
  constructor(matcher: RequestMatcher | undefined) {
    this.#trackedRequests = matcher ? { origin: matcher.origin ?? null, paths: matcher.paths.source } : null;
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  has(page: Page): boolean {
    return this.#pages.has(page);
  }

  /** The contexts of the pages, in the order in which they were paused. The pages of a context share its clock. */
  get contexts(): readonly BrowserContext[] {
    return [...new Set([...this.#pages].map((page) => page.context()))];
  }

  /** @param now the time of the page's clock from now on, in milliseconds since 1970 */
  async pause(page: Page, now: number): Promise<void> {
    const context = page.context();
    if (!this.#installedContexts.has(context)) {
      this.#installedContexts.add(context);
      await context.clock.install({ time: now - CLOCK_LEAD_MS });
    }
    if (!this.has(page)) {
      await page.addInitScript(installTimerTracking);
      await inFrames(page, (frame) => frame.evaluate(installTimerTracking));
      await page.addInitScript(trackRequests, this.#trackedRequests);
      await inFrames(page, (frame) => frame.evaluate(trackRequests, this.#trackedRequests));
      this.#pages.add(page);
      page.once('close', () => this.#pages.delete(page));
    }
    await context.clock.pauseAt(now);
  }

  /**
   * Milliseconds until the next timer of a page or of a frame in it is due; infinite without one.
   * @param minDelay see `PageTimers.next`
   */
  async timeToNextTimer(minDelay: number): Promise<number> {
    const times = await this.#inAllFrames((frame) =>
      frame.evaluate((delay) => globalThis.deckhandTimers?.next(delay), minDelay),
    );
    return Math.min(...times.map((time) => time ?? Infinity));
  }

  /** Runs the timers of pages that are due now, without moving the time. @returns whether there were any */
  async runDueTimers(): Promise<boolean> {
    const found = await this.#inAllFrames((frame) =>
      frame.evaluate(() => globalThis.deckhandTimers?.runDue()),
    );
    return found.includes(true);
  }

  /** The shortest delay of the timers that fired late and sent a request since the last call. */
  async takeShortestLateDelay(): Promise<number | undefined> {
    const delays = await this.#inAllFrames((frame) =>
      frame.evaluate(() => {
        const { deckhandTimers: timers } = globalThis;
        if (!timers) return null;
        const { shortestLate } = timers;
        timers.shortestLate = null;
        return shortestLate;
      }),
    );
    const late = delays.filter((delay) => typeof delay === 'number');
    return late.length === 0 ? undefined : Math.min(...late);
  }

  /**
   * Resolves when the pages have received and processed every response, except those that wait for the sandbox's clock.
   * @param countDelayed returns the number of responses to any client that wait for the clock
   * @param countElsewhere returns the number of pending requests that are not from these pages
   * @throws UserError at the time limit
   */
  async waitForNetworkIdle(countDelayed: () => Promise<number>, countElsewhere: () => number): Promise<void> {
    const deadline = realNow() + RESPONSE_TIMEOUT_MS;
    for (;;) {
      const pending = (await this.#inAllFrames((frame) => frame.evaluate(waitUntilIdle))).flat();
      if (pending.length + countElsewhere() <= (await countDelayed())) return;
      if (realNow() > deadline)
        throw new UserError('invalid-option', `The page still waits for a response: ${pending.join(', ')}.`, {
          hint: "Responses that wait for the sandbox's clock do not count. If this URL is not the API, set deckhandRoutes.",
        });
      await new Promise((resolve) => setRealTimeout(resolve, POLL_INTERVAL_MS));
    }
  }

  async #inAllFrames<Result>(run: (frame: Frame) => Promise<Result>): Promise<Result[]> {
    return (await Promise.all([...this.#pages].map((page) => inFrames(page, run)))).flat();
  }
}

/** Runs in the page and in its frames. A frame that is removed or navigates meanwhile has no result. */
async function inFrames<Result>(page: Page, run: (frame: Frame) => Promise<Result>): Promise<Result[]> {
  const main = page.mainFrame();
  const others = page.frames().filter((frame) => frame !== main);
  const [first, ...rest] = await Promise.all([
    run(main),
    ...others.map((frame) => run(frame).catch(() => undefined)),
  ]);
  return [first, ...rest.filter((result) => result !== undefined)];
}
