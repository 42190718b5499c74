/** A wall with an app in a test's page. */
import { expect, type Frame, type Page } from '@playwright/test';
import type { DeckhandOptions } from '../../../src/app/deckhand.js';
import { startWall, type RunningWall } from '../../../src/wall/server.js';

export interface OpenWall {
  readonly names: readonly string[];
  readonly running: RunningWall;
  frame(name: string): Frame;
  card(name: string): ReturnType<Page['locator']>;
  /** Clicks a control, and waits until the wall is paused again. */
  press(control: string): Promise<void>;
  /** The wall ignores commands while its clock advances. */
  waitUntilPaused(): Promise<void>;
  clock(): Promise<string>;
}

/** Eighteen apps load and run concurrently, even on a busy machine. */
const EXPECT_OPTIONS = { timeout: 90_000 };

export async function openWall(
  page: Page,
  app: string,
  scenarios: readonly string[] | undefined,
  use: (wall: OpenWall) => Promise<void>,
  mockOptions: DeckhandOptions = {},
): Promise<void> {
  const wall = await startWall({ appUrl: new URL(app), port: 0, scenarios, mockOptions });
  try {
    await page.goto(wall.url);
    const frame = (name: string): Frame => {
      const match = page.frames().find((one) => one.url().startsWith(`http://${name}.wall.localhost`));
      if (!match) throw new Error(`No frame ${name}`);
      return match;
    };
    await expect.poll(() => page.frames().length, EXPECT_OPTIONS).toBe(wall.names.length + 1);
    const waitUntilPaused = async (): Promise<void> =>
      expect.poll(() => page.locator('.clock.advancing').count(), EXPECT_OPTIONS).toBe(0);
    await expect
      .poll(() => page.getByRole('button', { name: 'Next change' }).isEnabled(), EXPECT_OPTIONS)
      .toBe(true);
    await use({
      names: wall.names,
      running: wall,
      frame,
      card: (name) => page.locator(`[data-scenario="${name}"]`),
      async press(control) {
        await page.getByRole('button', { name: control, exact: true }).click();
        await waitUntilPaused();
      },
      waitUntilPaused,
      clock: () => page.locator('.clock').innerText(),
    });
  } finally {
    await page.goto('about:blank');
    await wall.close();
  }
}
