/** What the tests know of the app: how its screens are used, and how time passes for it and for the stand-in alike. */
import { expect, test as base, type DeckhandFixture } from 'deckhand/playwright';
import type { Locator, Page } from '@playwright/test';

export { expect };

/**
 * The app, open, with both clocks standing still: whatever happens, happens because the test says so. Whatever a test is about,
 * the app has to behave as a client.
 */
export const test = base.extend<{ app: DeckApp }>({
  app: async ({ page, deckhand }, use) => {
    await deckhand.clock.pause();
    await page.clock.install({ time: '2026-01-15T09:29:00Z' });
    // It runs until it is paused, and it cannot be paused at what has passed.
    await page.clock.pauseAt('2026-01-15T09:30:00Z');
    await page.addInitScript(countRequests);
    const app = new DeckApp(page, deckhand);
    await use(app);
    expect(app.errors, 'errors thrown in the page').toEqual([]);
    if ((await deckhand.journal()).length > 0) await expect(deckhand).toHaveBehaved({ sharedClock: true });
  },
});

export const PROMPT = 'A pitch for electric harbour taxis';

export class DeckApp {
  readonly page: Page;
  readonly heading: Locator;
  readonly bar: Locator;
  /** What is read out while something goes on. */
  readonly status: Locator;
  readonly slide: Locator;
  readonly errors: Error[] = [];
  readonly #deckhand: DeckhandFixture;

  constructor(page: Page, deckhand: DeckhandFixture) {
    this.page = page;
    this.#deckhand = deckhand;
    this.heading = page.getByRole('heading', { level: 1 });
    this.bar = page.getByRole('progressbar');
    this.status = page.getByRole('status');
    this.slide = page.getByRole('region', { name: 'Slide' });
    page.on('pageerror', (error) => this.errors.push(error));
  }

  async open(): Promise<void> {
    await this.page.goto('/');
  }

  /** Writes the prompt, chooses a template when one is named, and starts. */
  async compose(template?: string): Promise<void> {
    await this.page.getByLabel('What the deck shall be about').fill(PROMPT);
    await this.page.getByRole('radio', { name: template ?? 'Pitch' }).check();
    await this.button('Make the deck').click();
    await this.settle();
  }

  /** Opens the app and starts a deck. */
  async make(template?: string): Promise<void> {
    await this.open();
    await this.compose(template);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name });
  }

  async answer(text: string): Promise<void> {
    await this.page.getByLabel('Your answer').fill(text);
    await this.button('Send the answer').click();
    await this.settle();
  }

  /** Puts both clocks forward, and waits for what comes of it. What waits for longer than this happens no more than once. */
  async pass(time: string | number): Promise<void> {
    await this.#deckhand.passTime(time, this.page);
    await this.settle();
  }

  /** Puts both clocks forward when the stand-in will hold back what is asked then, and its own until it lets go. */
  async passHeld(time: string | number): Promise<void> {
    await this.#deckhand.passTime(time, this.page);
    const underWay = async (): Promise<number> => {
      await this.#deckhand.clock.advance('500ms');
      return this.page.evaluate(() => requestsUnderWay);
    };
    await expect.poll(underWay, { intervals: [20] }).toBe(0);
    await this.settle();
  }

  /** Waits until nothing is on its way any more, and the page has made of it what it makes of it. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      // A timer would wait for the page's clock, which stands still.
      const { port1, port2 } = new MessageChannel();
      const turn = () =>
        new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(undefined);
        });
      for (let quiet = 0; quiet < 20; quiet = requestsUnderWay === 0 ? quiet + 1 : 0) await turn();
    });
  }
}

declare global {
  /** In the page: how many requests have no whole answer yet. */
  var requestsUnderWay: number;
}

/** Runs in the page, before the app does. What Playwright hears of requests, it hears too late to wait for their end. */
function countRequests(): void {
  globalThis.requestsUnderWay = 0;
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    globalThis.requestsUnderWay += 1;
    try {
      const response = await fetch(...request);
      return new Response(await response.arrayBuffer(), response);
    } finally {
      globalThis.requestsUnderWay -= 1;
    }
  };
}
