/**
 * `npm run bench -- panel`: the panel in a real browser, beside a busy server. How soon it opens from a cold start, how many
 * frames it drops with a thousand jobs and a hundred requests a second, and what it keeps of ten minutes of that.
 */
import { chromium, type Browser } from 'playwright-core';
import { chromiumOptions } from '../test/browser/find-chromium.js';
import { CLI } from './build.js';
import { freePort, start, stop } from './child.js';
import { firstAnswer } from './first-answer.js';
import { median } from './median.js';
import { dropped, heapOf, watchFrames } from './panel-page.js';
import { JOBS, pollAsFastAsItGoes, pollEvenly, RATE, startJobsOverHttp } from './panel-traffic.js';
import { table } from './table.js';

const OPENINGS = 7;
/** Seconds for which frames are counted. */
const WATCHED = 10;
/** Ten minutes at this rate. */
const EXCHANGES = RATE * 600;
/** What shows that the panel has drawn what it was told. */
const DRAWN = '.clock-bar time';

const VIEWS = ['jobs', 'traffic'] as const;

/** @returns the tables for the page, with what each says in front */
export async function measurePanel(say: (text: string) => void): Promise<string> {
  const browser = await chromium.launch(await chromiumOptions());
  const openings = await measureOpenings(browser);
  say(openings);

  const { child, url } = await startServer();
  const jobs = await startJobsOverHttp(url);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const frames: string[][] = [];
  for (const view of VIEWS) {
    await page.goto(`${url}/_deckhand/#/ws_dev/${view}`);
    await page.locator(DRAWN).waitFor();
    for (const rate of [0, RATE]) {
      const [seen] = await Promise.all([
        watchFrames(page, WATCHED * 1000),
        rate > 0 && pollEvenly(url, jobs, WATCHED),
      ]);
      const { share, longest, rate: drawn } = dropped(seen);
      frames.push([
        view,
        rate === 0 ? 'none' : `${rate} a second`,
        drawn.toFixed(1),
        `${(100 * share).toFixed(1)} %`,
        `${Math.round(longest)} ms`,
      ]);
      say(frames.at(-1)?.join(', ') ?? '');
    }
  }

  const before = await heapOf(page);
  const early = EXCHANGES / 10;
  await pollAsFastAsItGoes(url, jobs, early);
  const soon = await heapOf(page);
  await pollAsFastAsItGoes(url, jobs, EXCHANGES - early);
  const after = await heapOf(page);
  await browser.close();
  await stop(child);

  return [
    openings,
    table(
      [
        'View',
        `Requests, with ${JOBS.toLocaleString('en')} jobs`,
        'Frames a second',
        'Dropped',
        'Longest frame',
      ],
      frames,
    ),
    table(
      ['Heap of the page, after collecting garbage', 'MB'],
      [
        [`${JOBS.toLocaleString('en')} jobs, after the above`, megabytes(before)],
        [`${early.toLocaleString('en')} exchanges more (a minute of them)`, megabytes(soon)],
        [`${EXCHANGES.toLocaleString('en')} exchanges more (ten minutes of them)`, megabytes(after)],
      ],
    ),
  ].join('\n\n');
}

/** From the start of the process, and from the moment somebody goes to the page, to a panel with its clock drawn. */
async function measureOpenings(browser: Browser): Promise<string> {
  const fromStart: number[] = [];
  const fromVisit: number[] = [];
  for (let time = 0; time < OPENINGS; time += 1) {
    const page = await browser.newPage();
    const began = performance.now();
    const { child, url } = await startServer();
    const visited = performance.now();
    await page.goto(`${url}/_deckhand/`);
    await page.locator(DRAWN).waitFor();
    fromStart.push(performance.now() - began);
    fromVisit.push(performance.now() - visited);
    await page.close();
    await stop(child);
  }
  const [start_, visit] = [fromStart, fromVisit].map((times) => Math.round(median(times)));
  return `The panel is drawn ${start_} ms after the start of the process of \`npm start\`, ${visit} ms after somebody goes to it (medians of ${OPENINGS}, each a new process and an empty cache).`;
}

/** What `npm start` starts, with nothing logged. */
async function startServer() {
  const port = await freePort();
  const child = start(CLI, [
    'serve',
    '--log',
    'silent',
    '--port',
    String(port),
    '--scenario',
    'slow-progress',
  ]);
  const url = `http://127.0.0.1:${port}`;
  await firstAnswer(`${url}/api/v1/templates`);
  return { child, url };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
