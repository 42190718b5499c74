/**
 * The app in one scenario: a page in a browser context of its own, with the script of the wall. It plays steps and takes pictures.
 * Knows nothing of the other screens.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { UserError } from '../../base/user-error.js';
import type { StepScreen } from '../steps.js';
import type { FromFrame, FrameStatus, KeptStep, ToFrame } from '../wall-types.js';

/** The height of the screen for each width that the wall shows; others are as high as they are wide, at most 800. */
const HEIGHTS: Readonly<Record<number, number>> = { 390: 720, 768: 960, 1280: 800 };
const heightOf = (width: number): number => HEIGHTS[width] ?? Math.min(width, 800);

/** Pictures of one screen, until two in a row are equal. */
const MOST_PICTURES = 6;
/** How long a page can take for its first load, in real ms. */
const PATIENCE = 60_000;
/** How long a page can take until its network is quiet, in real ms. A stream never ends. */
const QUIET_PATIENCE = 5_000;

export interface ScreenOptions {
  readonly name: string;
  /** Where its page begins. */
  readonly url: string;
  readonly sizes: readonly number[];
  readonly masks: readonly string[];
  /** Called with each message of the page. */
  readonly onReport: () => void;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

declare global {
  // In the page.
  var __deckhandWallAsk: ((message: ToFrame) => Promise<FromFrame | undefined>) | undefined;
}

export class Screen {
  readonly name: string;
  readonly errors: string[] = [];
  /** The steps without an element, as sentences. */
  readonly missed: string[] = [];
  readonly #options: ScreenOptions;
  readonly #context: BrowserContext;
  readonly #page: Page;
  #status: FrameStatus | undefined;
  #isLoading = true;

  private constructor(options: ScreenOptions, context: BrowserContext, page: Page) {
    this.name = options.name;
    this.#options = options;
    this.#context = context;
    this.#page = page;
  }

  static async open(browser: Browser, options: ScreenOptions): Promise<Screen> {
    const [width = 1280] = options.sizes;
    const context = await browser.newContext({
      viewport: { width, height: heightOf(width) },
      // The same on every machine.
      deviceScaleFactor: 1,
      locale: 'en-US',
      timezoneId: 'UTC',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      ignoreHTTPSErrors: true,
    });
    const page = await context.newPage();
    const screen = new Screen(options, context, page);
    await context.exposeBinding('__deckhandWallSay', (source, message: FromFrame) => {
      if (source.page === page && source.frame === page.mainFrame()) screen.#take(message);
    });
    await context.addInitScript(seedRandom);
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) screen.#isLoading = true;
    });
    page.on('requestfailed', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) screen.#isLoading = false;
    });
    try {
      await screen.#goTo(options.url);
      await screen.#checkMasks();
    } catch (error) {
      await context.close();
      throw error;
    }
    return screen;
  }

  /** Its state, for the steps of the wall. */
  get state(): StepScreen {
    const { next, pending = 0, screen = '' } = this.#status ?? {};
    return { name: this.name, next, pending: pending + (this.#isLoading ? 1 : 0), screen };
  }

  async advance(to: number): Promise<void> {
    await this.#ask({ type: 'advance', to });
  }

  /** Plays steps as code. */
  async begin(play: (page: Page, scenario: string) => Promise<unknown>): Promise<void> {
    await play(this.#page, this.name);
  }

  /** @returns whether the screen has the element */
  async play(step: KeptStep): Promise<boolean> {
    if (step.do === 'visit') {
      await this.#goTo(new URL(step.path, this.#options.url).href);
      return true;
    }
    const reply = await this.#ask({ type: 'do', step });
    // A page that leaves gives no reply, and has found the element.
    return reply?.found !== false;
  }

  /** Pictures in all sizes, each when nothing moves. */
  async pictures(): Promise<
    readonly { readonly size: number; readonly png: Buffer; readonly isStill: boolean }[]
  > {
    const { sizes } = this.#options;
    const taken = [];
    for (const size of sizes) {
      if (sizes.length > 1) await this.#page.setViewportSize({ width: size, height: heightOf(size) });
      taken.push({ size, ...(await this.#stillPicture()) });
    }
    const [first] = sizes;
    if (sizes.length > 1 && first !== undefined)
      await this.#page.setViewportSize({ width: first, height: heightOf(first) });
    return taken;
  }

  async picture(): Promise<Buffer> {
    const mask = this.#options.masks.map((selector) => this.#page.locator(selector));
    return this.#page.screenshot({ animations: 'disabled', caret: 'hide', mask, maskColor: '#889' });
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  async #stillPicture(): Promise<{ readonly png: Buffer; readonly isStill: boolean }> {
    await this.#page.evaluate(untilDrawn);
    let png = await this.picture();
    for (let taken = 1; taken < MOST_PICTURES; taken += 1) {
      const next = await this.picture();
      if (next.equals(png)) return { png, isStill: true };
      png = next;
    }
    return { png, isStill: false };
  }

  async #goTo(url: string): Promise<void> {
    try {
      await this.#page.goto(url, { waitUntil: 'load', timeout: PATIENCE });
    } catch (cause) {
      const [reason = ''] = (cause as Error).message.split('\n');
      throw new UserError('unreachable', `The app did not load in the scenario ${this.name}: ${reason}`, {
        cause,
      });
    }
    // A page without the script, such as a picture, has nothing to say.
    for (let turn = 0; this.#isLoading && turn < 50; turn += 1) await this.#page.waitForTimeout(20);
    this.#isLoading = false;
    // A server can render a form before the app's code takes it over. What is typed before is lost.
    await this.#page.waitForLoadState('networkidle', { timeout: QUIET_PATIENCE }).catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error;
    });
  }

  async #checkMasks(): Promise<void> {
    for (const selector of this.#options.masks)
      await this.#page
        .locator(selector)
        .count()
        .catch((cause: unknown) => {
          throw new UserError('bad-option', `The mask ${JSON.stringify(selector)} is not a selector.`, {
            hint: 'Expected a CSS selector such as .clock or [data-testid="date"].',
            cause,
          });
        });
  }

  #take(message: FromFrame): void {
    if (message.type === 'hello') this.#isLoading = false;
    if ('status' in message) this.#status = message.status;
    if (message.type === 'error' && !this.errors.includes(message.message)) this.errors.push(message.message);
    this.#options.onReport();
  }

  async #ask(message: Unnumbered<ToFrame>): Promise<Extract<FromFrame, { type: 'reply' }> | undefined> {
    const request = { ...message, id: 0 } as ToFrame;
    const reply = await this.#page
      .evaluate((one) => globalThis.__deckhandWallAsk?.(one), request)
      // The page is leaving.
      .catch(() => undefined);
    if (reply?.type !== 'reply') return undefined;
    this.#status = reply.status;
    return reply;
  }
}

/** In the page: the same "random" numbers in each run. Park and Miller's generator. */
function seedRandom(): void {
  let last = 42;
  Math.random = () => {
    last = (last * 48_271) % 2_147_483_647;
    return (last - 1) / 2_147_483_646;
  };
}

/** In the page: fonts and pictures are there, and two frames are drawn. */
async function untilDrawn(): Promise<void> {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  for (let turn = 0; turn < 2; turn += 1)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
}
