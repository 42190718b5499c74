/** The clock of a Playwright sandbox. It can advance the clocks of pages together with its own. */
import type { Page } from '@playwright/test';
import type { RemoteClock } from '../../app/remote-workspace.js';
import { assertTimersPaused, parseRunForDuration } from '../run-for-duration.js';
import type { PausedPages } from './paused-pages.js';

/** Maximum steps of one `runFor` for repeating timers that send no requests. */
const MAX_STEPS = 1_000;

/** The clock of the sandbox: job states, rate limits, latency and timestamps, and the timers of paused pages. */
export interface PlaywrightClock extends RemoteClock {
  /**
   * Pauses this clock and the page's clock at the same instant. From now on, time passes only in `runFor`. You can call it
   * before or after `page.goto`, and for several pages; pages of one browser context share a clock.
   */
  pauseWith(page: Page): Promise<void>;
  /**
   * Advances this clock and the clocks of all pages that were paused with it, from timer to timer: first this clock, then the
   * pages, in the order in which they were paused, until they have processed their responses. So pages poll as often as in
   * real time. Timers shorter than a 1000th of the duration that repeat without requests are no steps; a warning names one that
   * then sends a request late.
   * @param duration `5m`, or milliseconds
   * @throws UserError when the duration is invalid, no page is paused, or a page waits for a response that does not arrive
   */
  runFor(duration: string | number): Promise<void>;
}

/** Waits of a test for its pages. */
interface PageWaits {
  /** Until the pages have processed their responses. */
  readonly waitForResponses: () => Promise<void>;
  /** The same, and until no timer is due. */
  readonly waitForNetworkIdle: () => Promise<void>;
}

/** @internal */
export function createPlaywrightClock(
  clock: RemoteClock,
  pausedPages: PausedPages,
  { waitForResponses, waitForNetworkIdle }: PageWaits,
): PlaywrightClock {
  return {
    ...clock,
    async pauseWith(page) {
      await clock.pause();
      await pausedPages.pause(page, await clock.now());
    },
    async runFor(duration) {
      const total = parseRunForDuration(duration);
      assertTimersPaused(!pausedPages.isEmpty, 'clock.pauseWith(page)');
      const minDelay = total / MAX_STEPS;
      await waitForResponses();
      for (let remaining = total; remaining > 0;) {
        let time = await pausedPages.timeToNextTimer(minDelay);
        if (time > remaining) {
          // On a slow machine, the page may schedule its next timer late; check again.
          await waitForResponses();
          time = await pausedPages.timeToNextTimer(minDelay);
        }
        const step = Math.min(remaining, Math.max(1, Math.ceil(time)));
        const delayed = await clock.pendingResponses();
        await clock.advance(step);
        // A released response must arrive before the timers of this step fire: one of them could be its timeout.
        if (delayed > 0) await waitForResponses();
        for (const context of pausedPages.contexts) {
          await context.clock.fastForward(step);
          await waitForResponses();
        }
        remaining -= step;
      }
      await waitForNetworkIdle();
      const lateDelay = await pausedPages.takeShortestLateDelay();
      if (lateDelay !== undefined) console.warn(formatLateTimersWarning(duration, lateDelay));
    },
  };
}

function formatLateTimersWarning(duration: string | number, delay: number): string {
  const maxStep = Math.max(1, Math.floor(delay * MAX_STEPS));
  return (
    `Deckhand: in clock.runFor(${JSON.stringify(duration)}), timers of ${delay} ms fired late, so the page sent fewer requests ` +
    `than in real time. Use steps of at most ${maxStep} ms.`
  );
}
