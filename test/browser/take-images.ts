/**
 * Takes the animation of README.md, and its last picture, from the built product: `npm run build && npm run images`. An app on the
 * wall (examples/deck-app) starts a job in one frame, and all frames follow on one clock. The time stands still between pictures,
 * so every run takes the same ones.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { createServer } from 'vite';
import { startWall } from '../../src/wall/server.js';
import { animatedWebp, type Frame } from './animated-webp.js';
import { chromiumOptions } from './find-chromium.js';

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

const ROOT = join(import.meta.dirname, '../..');
const app = await createServer({ root: join(ROOT, 'examples/deck-app'), mode: 'plugin', logLevel: 'error' });
await app.listen(0);
const browser = await chromium.launch(await chromiumOptions());
try {
  const frames = await takeWall(browser, app.resolvedUrls?.local[0] ?? '');
  save('wall', animatedWebp(frames, SIZE.width, SIZE.height));
  save('wall-still', frames.at(-1)?.webp ?? Buffer.alloc(0));
} finally {
  await browser.close();
  await app.close();
}

/** @param url the address of the app */
async function takeWall(one: Browser, url: string): Promise<readonly Frame[]> {
  const wall = await startWall({ target: new URL(url), port: 0, scenarios: SCENARIOS });
  const context = await one.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  try {
    const frames: Frame[] = [];
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const take = async (time: number): Promise<void> => {
      // Screens are painted after they have changed.
      await page.waitForTimeout(400);
      frames.push({ webp: await picture(page), time });
    };
    await page.goto(wall.url);
    await page.locator('button[aria-label="Next change"]:enabled').waitFor();
    await take(1200);
    const first = page.frameLocator('iframe[data-name=happy-path]');
    await first.getByRole('textbox').fill('A pitch for electric harbour taxis');
    await take(1200);
    await first.getByRole('textbox').press('Tab');
    await first.getByRole('button', { name: 'Make' }).click();
    await page.locator('[data-scenario=upstream-error]').getByText('generating').waitFor();
    await take(900);
    for (const step of STEPS) {
      await page.getByRole('button', { name: step, exact: true }).click();
      await page.locator('.clock:not(.moving)').waitFor();
      await take(700);
    }
    await take(3000);
    return frames;
  } finally {
    await context.close();
    await wall.close();
  }
}

/** Playwright does not write WebP by itself. */
async function picture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...SIZE, scale: 1 };
  const options = { format: 'webp', quality: QUALITY, clip } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  await session.detach();
  return Buffer.from(data, 'base64');
}

function save(name: string, webp: Buffer): void {
  writeFileSync(join(ROOT, 'docs/images', `${name}.webp`), webp);
}
