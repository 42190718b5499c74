/** The pages of a test with a stopped clock. Waits until they have processed their responses. */
import type { Frame, Page } from '@playwright/test';
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
      await inFrames(page, (frame) => frame.evaluate(watchTimers));
      await page.addInitScript(countRequests, this.#counted);
      await inFrames(page, (frame) => frame.evaluate(countRequests, this.#counted));
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
   * @param elsewhere the number of waiting requests that are not from these pages
   * @throws UserError at the time limit
   */
  async settle(held: () => Promise<number>, elsewhere: () => number): Promise<void> {
    const deadline = realNow() + PATIENCE;
    for (;;) {
      const pages = [...this.#pages].map((page) => inFrames(page, (frame) => frame.evaluate(whenQuiet)));
      const waiting = (await Promise.all(pages)).flat(2);
      if (waiting.length + elsewhere() <= (await held())) return;
      if (realNow() > deadline)
        throw new UserError('bad-option', `The page still waits for a response: ${waiting.join(', ')}.`, {
          hint: 'Responses that the sandbox holds back do not count. Is this address the API? Option deckhandApi names it.',
        });
      await new Promise((resolve) => setRealTimeout(resolve, PAUSE));
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
