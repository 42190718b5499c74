/**
 * `npm run bench -- wall`: measures `deckhand wall` with examples/deck-app in a real browser: the time from the command to all
 * frames, the memory of browser and server, the drawn frames, and the time of steps and of the way back, with 6 and 18 frames.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { createServer } from 'vite';
import { runningWall } from '../src/server/running-wall.js';
import { chromiumOptions } from '../test/browser/find-chromium.js';
import { CLI } from './build.js';
import { freePort, start, stop } from './child.js';
import { median } from './median.js';
import { droppedFrames, recordFrames } from './panel-page.js';
import { table } from './table.js';

const SIX = 'happy-path,slow-progress,asks-a-question,rate-limited,upstream-error,long-deck';
const OPENINGS = 3;
const STEPS = 10;
/** The duration of the recording of frames while time plays, in ms. */
const PLAYED = 5_000;

interface Measured {
  readonly frames: number;
  readonly opening: number;
  readonly browser: number;
  readonly server: number;
  readonly rate: number;
  readonly change: number;
  readonly second: number;
  readonly back: number;
}

/** @returns the table in Markdown */
export async function measureWall(print: (text: string) => void): Promise<string> {
  const app = await createServer({
    root: join(import.meta.dirname, '../examples/deck-app'),
    mode: 'server',
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
  });
  await app.listen();
  const url = app.resolvedUrls?.local[0] ?? '';
  const browser = await chromium.launch(await chromiumOptions());
  try {
    // The development server compiles the app now, and not in the first measurement.
    await measureOpening(browser, url, SIX);
    const all = [await measure(browser, url, SIX), await measure(browser, url)];
    const row = (what: string, figure: (one: Measured) => string): string[] => [what, ...all.map(figure)];
    const measured = table(
      ['Measure', ...all.map(({ frames }) => `${frames} frames`)],
      [
        row('from the command to all frames', ({ opening }) => seconds(opening)),
        row('memory of the browser (PSS), beyond an empty page', ({ browser: bytes }) => megabytes(bytes)),
        row('memory of the server (PSS)', ({ server }) => megabytes(server)),
        row('drawn frames a second while time plays', ({ rate }) => rate.toFixed(1)),
        row('a step to the next change', ({ change }) => seconds(change)),
        row('a step of one second', ({ second }) => seconds(second)),
        row('one moment back', ({ back }) => seconds(back)),
      ],
    );
    print(measured);
    return measured;
  } finally {
    await browser.close();
    await app.close();
  }
}

async function measure(browser: Browser, app: string, scenarios?: string): Promise<Measured> {
  const openings: number[] = [];
  for (let time = 1; time < OPENINGS; time += 1) openings.push(await measureOpening(browser, app, scenarios));
  const empty = await memoryOf(browser);
  let measured: Omit<Measured, 'opening'> | undefined;
  const last = await measureOpening(browser, app, scenarios, async (page, wall) => {
    const frames = await page.locator('iframe').count();
    const memory = (await memoryOf(browser)) - empty;
    const first = page.frameLocator('iframe[data-name=happy-path]');
    await first.getByRole('textbox').fill('Harbour taxis');
    await first.getByRole('textbox').press('Tab');
    await first.getByRole('button', { name: 'Make' }).click();
    await page.getByText('Generating').nth(1).waitFor();
    const change = await timeOf(page, 'Next change');
    const second = await timeOf(page, '+1 s');
    const back = await timeOf(page, 'Back');
    await page.getByRole('button', { name: 'Play' }).click();
    const { rate } = droppedFrames(await recordFrames(page, PLAYED));
    const server = pssOf(wall.pid);
    measured = { frames, browser: memory, server, rate, change, second, back };
  });
  if (!measured) throw new Error('Nothing was measured');
  return { ...measured, opening: median([...openings, last]) };
}

/** @returns milliseconds from the start of the command until all frames are loaded and kept as the first moment */
async function measureOpening(
  browser: Browser,
  app: string,
  scenarios?: string,
  use: (page: Page, wall: ChildProcess) => Promise<void> = async () => {},
): Promise<number> {
  const port = await freePort();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const began = performance.now();
  const flags = scenarios === undefined ? [] : ['--scenarios', scenarios];
  const wall = start(CLI, ['wall', app, '--port', String(port), ...flags], [], 'ignore');
  try {
    let url: string | undefined;
    while (url === undefined) url = await runningWall(port);
    await page.goto(url);
    await page.locator('button[aria-label=Back]:enabled').waitFor({ timeout: 120_000 });
    const opening = performance.now() - began;
    await use(page, wall);
    return opening;
  } finally {
    await page.close();
    await stop(wall);
  }
}

/** @returns the median of the milliseconds from a click until the wall stands still */
async function timeOf(page: Page, button: string): Promise<number> {
  const times: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const began = performance.now();
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.locator('.clock:not(.moving)').waitFor({ timeout: 120_000 });
    times.push(performance.now() - began);
  }
  return median(times);
}

/** The memory of all processes of the browser, in bytes. Shared memory is divided by the number of its users. */
async function memoryOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { id }) => sum + pssOf(id), 0);
}

/** NaN on systems other than Linux. */
function pssOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return NaN;
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
