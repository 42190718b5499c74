/** Page object of the app, with controlled time. */
import { expect, test as base, type PlaywrightSandbox } from 'deckhand/playwright';
import type { Locator, Page } from '@playwright/test';

export { expect };

/** `test` with the app and paused clocks of the page and the sandbox; every test also checks the client rules. */
export const test = base.extend<{ app: DeckApp }>({
  app: async ({ page, deckhand }, use) => {
    await deckhand.clock.pauseWith(page);
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
  /** The status that screen readers announce. */
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

  /** Fills in the prompt, selects a template, and starts the job. */
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

  /** Advances both clocks. */
  async runFor(time: string | number): Promise<void> {
    await this.#deckhand.clock.runFor(time);
  }

  /** Advances both clocks, then the sandbox's alone until no response is pending. */
  async runForAndDeliver(time: string | number): Promise<void> {
    await this.#deckhand.clock.runFor(time);
    while ((await this.#deckhand.clock.pendingResponses()) > 0) {
      await this.#deckhand.clock.advance('500ms');
      await this.#deckhand.waitForNetworkIdle();
    }
  }

  /** Waits until the page has processed all responses. */
  waitForNetworkIdle(): Promise<void> {
    return this.#deckhand.waitForNetworkIdle();
  }
}
