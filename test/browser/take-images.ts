/**
 * Takes the images of the pages from the built package: `npm run build && npm run images`, or only some with their names, as in
 * `npm run images -- editor`. Clocks are paused, so every run takes the same ones.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { createServer } from 'vite';
import { BUNDLED_SCENARIOS } from '../../src/files/package-files.js';
import { ScenarioSourceFiles } from '../../src/files/scenario-source-files.js';
import { startWall } from '../../src/wall/server.js';
import { animatedWebp, type Frame } from './animated-webp.js';
import { chromiumOptions } from './find-chromium.js';
import { withServer } from './mock-server.js';

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
const EDITOR_SIZE = { width: 1200, height: 640 };
const SCALE = 1.5;
const QUALITY = 50;
const STEPS = ['Next change', '+1 s', '+1 s', '+1 s'];

const ROOT = join(import.meta.dirname, '../..');
const names = process.argv.slice(2);
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
const browser = await chromium.launch(await chromiumOptions());
try {
  if (isWanted('editor')) save('editor', await takeEditor(browser));
  if (isWanted('wall')) await saveWall(browser);
} finally {
  await browser.close();
}

/** The animation of README.md, and its last frame. */
async function saveWall(one: Browser): Promise<void> {
  const app = await createServer({
    root: join(ROOT, 'examples/deck-app'),
    mode: 'plugin',
    logLevel: 'error',
  });
  await app.listen(0);
  try {
    const frames = await takeWall(one, app.resolvedUrls?.local[0] ?? '');
    save('wall', animatedWebp(frames, SCALE * SIZE.width, SCALE * SIZE.height));
    save('wall-still', frames.at(-1)?.webp ?? Buffer.alloc(0));
  } finally {
    await app.close();
  }
}

/** The scenario editor, with the question of the job. */
async function takeEditor(one: Browser): Promise<Buffer> {
  const context = await one.newContext({
    viewport: EDITOR_SIZE,
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
  });
  let image: Buffer = Buffer.alloc(0);
  await withServer({ sources: new ScenarioSourceFiles([BUNDLED_SCENARIOS]) }, async ({ url, deckhand }) => {
    deckhand.workspace('ws_dev').clock.pause();
    const page = await context.newPage();
    await page.goto(`${url}/_deckhand/#/ws_dev/scenarios/asks-a-question?edit=text`);
    await page.getByText('The scenario is valid').waitFor();
    await page.getByRole('slider', { name: 'Time to preview' }).press('PageDown');
    await page.getByText('"awaiting_input"').waitFor();
    image = await takeScreenshot(page, EDITOR_SIZE);
  });
  await context.close();
  return image;
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
async function takeScreenshot(page: Page, size = SIZE): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...size, scale: SCALE };
  const options = { format: 'webp', quality: QUALITY, clip } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  await session.detach();
  return Buffer.from(data, 'base64');
}

function save(name: string, webp: Buffer): void {
  writeFileSync(join(ROOT, 'docs/images', `${name}.webp`), webp);
}
