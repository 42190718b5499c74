/**
 * The animation of README.md, and its last picture: an app on the wall starts a job in one frame, and all frames follow on one
 * clock. The time stands still between pictures, so every run takes the same ones.
 */
import type { Browser } from 'playwright-core';
import { startWall } from '../../src/wall/server.js';
import { animatedWebp, type Frame } from './animated-webp.js';
import { picture } from './pictures.js';

/** In the order of the wall: four in each of three rows. */
const SCENARIOS = [
  'api-disabled',
  'asks-a-question',
  'awkward-text',
  'flaky-network',
  'happy-path',
  'long-deck',
  'never-ends',
  'rate-limited',
  'slow-progress',
  'timeout-failure',
  'unanswered-question',
  'upstream-error',
];
const SIZE = { width: 1320, height: 952 };
const QUALITY = 50;
const STEPS = ['Next change', ...Array<string>(8).fill('+1 s')];

export interface WallPictures {
  readonly animation: Buffer;
  readonly last: Buffer;
}

/** @param url the address of the app */
export async function takeWall(one: Browser, url: string): Promise<WallPictures> {
  const wall = await startWall({ target: new URL(url), port: 0, scenarios: SCENARIOS });
  const context = await one.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  try {
    const frames: Frame[] = [];
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const take = async (time: number): Promise<void> => {
      // Screens are painted after they have changed.
      await page.waitForTimeout(400);
      frames.push({ webp: await picture(page, 1, QUALITY), time });
    };
    await page.goto(wall.url);
    await page.locator('button[aria-label=Back]:enabled').waitFor();
    await take(1200);
    const first = page.frameLocator('iframe[data-name=happy-path]');
    await first.getByRole('textbox').fill('A pitch for electric harbour taxis');
    await take(1200);
    await first.getByRole('textbox').press('Tab');
    await first.getByRole('button', { name: 'Make' }).click();
    await page.locator('[data-scenario=upstream-error]').getByText('Generating').waitFor();
    await take(900);
    for (const step of STEPS) {
      await page.getByRole('button', { name: step, exact: true }).click();
      await page.locator('.clock:not(.moving)').waitFor();
      await take(700);
    }
    await take(3000);
    const last = frames.at(-1)?.webp ?? Buffer.alloc(0);
    return { animation: animatedWebp(frames, SIZE.width, SIZE.height), last };
  } finally {
    await context.close();
    await wall.close();
  }
}
