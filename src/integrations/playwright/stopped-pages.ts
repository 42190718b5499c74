/** The pages of a test with a stopped clock. Waits until they have processed their responses. */
import type { Page } from '@playwright/test';
import type { Reach } from '../../app/reach.js';
import { UserError } from '../../base/user-error.js';
import { realNow, setRealTimeout } from '../../base/real-time.js';
import { countRequests, whenQuiet, type CountedRequests } from './requests-under-way.js';
import { watchTimers } from './watch-timers.js';

/** The time limit for a page to settle, in real milliseconds. */
const PATIENCE = 10_000;

/** Real milliseconds between two checks. */
const PAUSE = 5;

/** A page's clock starts this many milliseconds early, because Playwright can pause a clock only at a future time. */
const RUN_UP = 60_000;

export class StoppedPages {
  readonly #pages = new Set<Page>();
  readonly #counted: CountedRequests | null;

  /** @param reach the requests to wait for. Default: all requests of the page */
  constructor(reach: Reach | undefined) {
    this.#counted = reach ? { origin: reach.origin ?? null, paths: reach.paths.source } : null;
  }

  has(page: Page): boolean {
    return this.#pages.has(page);
  }

  /** @param at the time of the page's clock from now on, in milliseconds since 1970 */
  async stop(page: Page, at: number): Promise<void> {
    if (!this.has(page)) {
      await page.clock.install({ time: at - RUN_UP });
      await page.addInitScript(watchTimers);
      await page.evaluate(watchTimers);
      await page.addInitScript(countRequests, this.#counted);
      await page.evaluate(countRequests, this.#counted);
      this.#pages.add(page);
      page.once('close', () => this.#pages.delete(page));
    }
    await page.clock.pauseAt(at);
  }

  /** Milliseconds until the first timer of a page with at least this delay is due; infinite if there is none. */
  async next(page: Page, delay: number): Promise<number> {
    const next = await page.evaluate((least) => globalThis.deckhandTimers?.next(least), delay);
    return next ?? Infinity;
  }

  /** The shortest delay of the timers that fired late and sent a request, and forgets it. */
  async shortestLate(page: Page): Promise<number | undefined> {
    const late = await page.evaluate(() => {
      const { deckhandTimers: timers } = globalThis;
      if (!timers) return null;
      const { shortestLate } = timers;
      timers.shortestLate = null;
      return shortestLate;
    });
    return late ?? undefined;
  }

  /**
   * Resolves when the pages have received and processed every response, except those that are held back.
   * @param held the number of held responses to any client
   * @param elsewhere the number of waiting requests that are not from these pages
   * @throws UserError at the time limit
   */
  async settle(held: () => Promise<number>, elsewhere: () => number): Promise<void> {
    const deadline = realNow() + PATIENCE;
    for (;;) {
      const waiting = (await Promise.all([...this.#pages].map((page) => page.evaluate(whenQuiet)))).flat();
      if (waiting.length + elsewhere() <= (await held())) return;
      if (realNow() > deadline)
        throw new UserError('bad-option', `The page still waits for a response: ${waiting.join(', ')}.`, {
          hint: 'Responses that the sandbox holds back do not count. Is this address the API? Option deckhandApi names it.',
        });
      await new Promise((resolve) => setRealTimeout(resolve, PAUSE));
    }
  }
}
