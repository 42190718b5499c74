/** A wall with an app in a test's page. */
import { expect, type Frame, type Page } from '@playwright/test';
import { startWall } from '../../../src/wall/server.js';

export interface OpenWall {
  readonly names: readonly string[];
  frame(name: string): Frame;
  card(name: string): ReturnType<Page['locator']>;
  /** Clicks on a control, and waits until the wall stands still. */
  press(control: string): Promise<void>;
  /** The wall refuses to move while it moves. */
  still(): Promise<void>;
  clock(): Promise<string>;
}

/** Eighteen apps load and move at once, also on a machine that does other work. */
const PATIENCE = { timeout: 90_000 };

export async function openWall(
  page: Page,
  app: string,
  scenarios: readonly string[] | undefined,
  use: (wall: OpenWall) => Promise<void>,
): Promise<void> {
  const wall = await startWall({ appUrl: new URL(app), port: 0, scenarios });
  try {
    await page.goto(wall.url);
    const frame = (name: string): Frame => {
      const found = page.frames().find((one) => one.url().startsWith(`http://${name}.wall.localhost`));
      if (!found) throw new Error(`No frame ${name}`);
      return found;
    };
    await expect.poll(() => page.frames().length, PATIENCE).toBe(wall.names.length + 1);
    const still = async (): Promise<void> =>
      expect.poll(() => page.locator('.clock.moving').count(), PATIENCE).toBe(0);
    await expect
      .poll(() => page.getByRole('button', { name: 'Next change' }).isEnabled(), PATIENCE)
      .toBe(true);
    await use({
      names: wall.names,
      frame,
      card: (name) => page.locator(`[data-scenario="${name}"]`),
      async press(control) {
        await page.getByRole('button', { name: control, exact: true }).click();
        await still();
      },
      still,
      clock: () => page.locator('.clock').innerText(),
    });
  } finally {
    await page.goto('about:blank');
    await wall.close();
  }
}
