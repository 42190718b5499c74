/**
 * Takes the animation of README.md, and its last frame, from the built package: `npm run build && npm run images`. The clock of
 * the wall is paused between screenshots, so every run takes the same ones.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { createServer } from 'vite';
import { startWall } from '../../src/wall/server.js';
import { animatedWebp, type Frame } from './animated-webp.js';
import { chromiumOptions } from './find-chromium.js';

/** Three rows of three frames, in the order of the wall. */
const SCENARIOS = [
  'happy-path',
  'asks-a-question',
  'rate-limited',
  'flaky-network',
  'slow-progress',
  'upstream-error',
  'instant',
  'never-ends',
  'api-disabled',
];
/** The width in the README, so that the text is legible. */
const SIZE = { width: 800, height: 720 };
const SCALE = 1.5;
const QUALITY = 50;
const STEPS = ['Next change', '+1 s', '+1 s', '+1 s'];

const ROOT = join(import.meta.dirname, '../..');
const app = await createServer({ root: join(ROOT, 'examples/deck-app'), mode: 'plugin', logLevel: 'error' });
await app.listen(0);
const browser = await chromium.launch(await chromiumOptions());
try {
  const frames = await takeWall(browser, app.resolvedUrls?.local[0] ?? '');
  save('wall', animatedWebp(frames, SCALE * SIZE.width, SCALE * SIZE.height));
  save('wall-still', frames.at(-1)?.webp ?? Buffer.alloc(0));
} finally {
  await browser.close();
  await app.close();
}

/** @param url the URL of the app */
async function takeWall(one: Browser, url: string): Promise<readonly Frame[]> {
  const wall = await startWall({ appUrl: new URL(url), port: 0, scenarios: SCENARIOS });
  const context = await one.newContext({ viewport: SIZE, deviceScaleFactor: SCALE, reducedMotion: 'reduce' });
  try {
    const frames: Frame[] = [];
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const take = async (time: number): Promise<void> => {
      // Changes are painted asynchronously.
      await page.waitForTimeout(400);
      frames.push({ webp: await takeScreenshot(page), time });
    };
    await page.goto(wall.url);
    await page.locator('button[aria-label="Next change"]:enabled').waitFor();
    await take(1200);
    const first = page.frameLocator('iframe[data-name=happy-path]');
    await first.getByRole('textbox').fill('A pitch for electric harbour taxis');
    await take(1200);
    await first.getByRole('textbox').press('Tab');
    const startedJob = page
      .waitForResponse(
        (response) => /happy-path.*\/generate$/.test(response.url()) && response.status() === 202,
      )
      .then(async (response) => ((await response.json()) as { poll_url: string }).poll_url);
    await first.getByRole('button', { name: 'Make' }).click();
    await page.locator('[data-scenario=rate-limited]').getByText('generating').waitFor();
    await take(900);
    for (const step of STEPS) {
      await page.getByRole('button', { name: step, exact: true }).click();
      await page.locator('.clock:not(.advancing)').waitFor();
      await take(700);
    }
    // A tight polling loop violates a rule in one frame.
    await first.locator('body').evaluate(pollInALoop, await startedJob);
    await page.getByRole('button', { name: '+1 s' }).click();
    await page.locator('.clock:not(.advancing)').waitFor();
    await page.getByRole('button', { name: 'Enlarge asks-a-question' }).click();
    await take(3000);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Rule violated' }).first().click();
    await take(4000);
    return frames;
  } finally {
    await context.close();
    await wall.close();
  }
}

/** Runs in a frame. */
async function pollInALoop(_body: unknown, url: string): Promise<void> {
  for (let polls = 0; polls < 12; polls += 1) await fetch(url, { headers: { 'x-api-key': 'any' } });
}

/** Playwright's own screenshots have no WebP format. */
async function takeScreenshot(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...SIZE, scale: SCALE };
  const options = { format: 'webp', quality: QUALITY, clip } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  await session.detach();
  return Buffer.from(data, 'base64');
}

function save(name: string, webp: Buffer): void {
  writeFileSync(join(ROOT, 'docs/images', `${name}.webp`), webp);
}
