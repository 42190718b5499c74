/** The pages of a test whose time stands still, and the wait until they have taken what has come for them. */
import type { Page } from '@playwright/test';
import { basePath } from '../../generated/routes.js';
import { UserError } from '../../base/user-error.js';
import { realNow, setRealTimeout } from '../../base/real-time.js';
import { countRequests, whenQuiet } from './requests-under-way.js';

/** Real milliseconds after which a page is asked too much of. */
const PATIENCE = 10_000;

/** Real milliseconds between looks. */
const PAUSE = 5;

/** How long before its time a page's clock begins: it can be stopped only at what is to come. */
const RUN_UP = 60_000;

export class StoppedPages {
  readonly #pages = new Set<Page>();
  readonly #base: string | null;

  /** @param api which requests of pages are for the API; those below its base path when left out */
  constructor(api: string | RegExp | undefined) {
    this.#base = api === undefined ? basePath : null;
  }

  has(page: Pick<Page, 'clock'>): boolean {
    return this.#pages.has(page as Page);
  }

  /** @param at what the page's clock shows from now on, in milliseconds since 1970 */
  async stop(page: Page, at: number): Promise<void> {
    if (!this.has(page)) {
      await page.clock.install({ time: at - RUN_UP });
      await page.addInitScript(countRequests, this.#base);
      await page.evaluate(countRequests, this.#base);
      this.#pages.add(page);
      page.once('close', () => this.#pages.delete(page));
    }
    await page.clock.pauseAt(at);
  }

  /**
   * Resolves when every answer is there and taken, but for those that are held back.
   * @param held how many are held back, whoever asked
   * @param elsewhere how many requests beside those of these pages wait for an answer
   * @throws UserError when it does not come to that
   */
  async settle(held: () => Promise<number>, elsewhere: () => number): Promise<void> {
    const deadline = realNow() + PATIENCE;
    for (;;) {
      const waiting = (await Promise.all([...this.#pages].map((page) => page.evaluate(whenQuiet)))).flat();
      if (waiting.length + elsewhere() <= (await held())) return;
      if (realNow() > deadline)
        throw new UserError('bad-option', `The page still waits for an answer: ${waiting.join(', ')}.`, {
          hint: 'Answers that the sandbox holds back do not count. Is this for the API at all? Option deckhandApi says so.',
        });
      await new Promise((resolve) => setRealTimeout(resolve, PAUSE));
    }
  }
}
