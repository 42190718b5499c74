/** Page object of the app, with controlled time. */
import { expect, test as base, type PlaywrightSandbox } from 'deckhand/playwright';
import type { Locator, Page } from '@playwright/test';

export { expect };

/**
 * The app, open, with both clocks standing still: whatever happens, happens because the test says so. Whatever a test is about,
 * the app has to behave as a client.
 */
export const test = base.extend<{ app: DeckApp }>({
  app: async ({ page, deckhand }, use) => {
    await deckhand.stopTime(page);
    const app = new DeckApp(page, deckhand);
    await use(app);
    expect(app.errors, 'errors thrown in the page').toEqual([]);
    if ((await deckhand.journal()).length > 0)
      await expect(deckhand).toFollowClientRules({ timersFollowClock: true });
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
  readonly #deckhand: PlaywrightSandbox;

  constructor(page: Page, deckhand: PlaywrightSandbox) {
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
    await this.page.getByLabel('What the deck is about').fill(PROMPT);
    await this.page.getByRole('radio', { name: template ?? 'Pitch' }).check();
    await this.button('Make the deck').click();
    await this.#deckhand.waitForNetworkIdle();
  }

  /** Opens the app and starts a deck. */
  async createDeck(template?: string): Promise<void> {
    await this.open();
    await this.compose(template);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name });
  }

  async replyToQuestion(text: string): Promise<void> {
    await this.page.getByLabel('Your answer').fill(text);
    await this.button('Send the answer').click();
    await this.#deckhand.waitForNetworkIdle();
  }

  /** Lets time pass for both. */
  async runFor(time: string | number): Promise<void> {
    await this.#deckhand.passTime(time, this.page);
  }

  /** Lets time pass, and then the mock server's alone until it holds back nothing of what was asked. */
  async runForAndDeliver(time: string | number): Promise<void> {
    await this.#deckhand.passTime(time, this.page);
    while ((await this.#deckhand.clock.pendingResponses()) > 0) {
      await this.#deckhand.clock.advance('500ms');
      await this.#deckhand.waitForNetworkIdle();
    }
  }

  /** Waits until the page has made what it makes of what has come. */
  waitForNetworkIdle(): Promise<void> {
    return this.#deckhand.waitForNetworkIdle();
  }
}
