/**
 * `npm run bench -- panel`: measures the panel in a real browser with a busy server: the time to open it after a cold start, the
 * dropped frames at 1,000 jobs and 100 requests a second, and the heap after ten minutes of this traffic.
 */
import { chromium, type Browser } from 'playwright-core';
import { chromiumOptions } from '../test/browser/find-chromium.js';
import { CLI } from './build.js';
import { freePort, start, stop } from './child.js';
import { firstResponse } from './first-response.js';
import { median } from './median.js';
import { droppedFrames, heapOf, recordFrames } from './panel-page.js';
import { JOBS, pollAtFullSpeed, pollAtRate, RATE, startJobsOverHttp } from './panel-traffic.js';
import { table } from './table.js';

const OPENINGS = 7;
/** The duration of each recording of frames. */
const SECONDS = 10;
/** Ten minutes at this rate. */
const EXCHANGES = RATE * 600;
/** This element exists when the panel has rendered its first state. */
const READY_SELECTOR = 'time.face';

const VIEWS = ['jobs', 'traffic'] as const;

/** @returns the tables in Markdown */
export async function measurePanel(print: (text: string) => void): Promise<string> {
  const browser = await chromium.launch(await chromiumOptions());
  const openings = await measureOpenings(browser);
  print(openings);

  const { child, url } = await startServer();
  const jobs = await startJobsOverHttp(url);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const frames: string[][] = [];
  for (const view of VIEWS) {
    await page.goto(`${url}/_deckhand/#/ws_dev/${view}`);
    await page.locator(READY_SELECTOR).waitFor();
    for (const rate of [0, RATE]) {
      const [seen] = await Promise.all([
        recordFrames(page, SECONDS * 1000),
        rate > 0 && pollAtRate(url, jobs, SECONDS),
      ]);
      const { share, longest, rate: drawn } = droppedFrames(seen);
      frames.push([
        view,
        rate === 0 ? 'none' : `${rate} a second`,
        drawn.toFixed(1),
        `${(100 * share).toFixed(1)} %`,
        `${Math.round(longest)} ms`,
      ]);
      print(frames.at(-1)?.join(', ') ?? '');
    }
  }

  const before = await heapOf(page);
  const early = EXCHANGES / 10;
  await pollAtFullSpeed(url, jobs, early);
  const soon = await heapOf(page);
  await pollAtFullSpeed(url, jobs, EXCHANGES - early);
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

/** The time until the panel shows its clock, from the start of the process and from the navigation to the page. */
async function measureOpenings(browser: Browser): Promise<string> {
  const fromStart: number[] = [];
  const fromVisit: number[] = [];
  for (let time = 0; time < OPENINGS; time += 1) {
    const page = await browser.newPage();
    const began = performance.now();
    const { child, url } = await startServer();
    const visited = performance.now();
    await page.goto(`${url}/_deckhand/`);
    await page.locator(READY_SELECTOR).waitFor();
    fromStart.push(performance.now() - began);
    fromVisit.push(performance.now() - visited);
    await page.close();
    await stop(child);
  }
  const [start_, visit] = [fromStart, fromVisit].map((times) => Math.round(median(times)));
  return `The panel is visible ${start_} ms after the start of the process of \`npm start\`, ${visit} ms after the navigation to it (medians of ${OPENINGS}, each with a new process and an empty cache).`;
}

/** Starts the server of `npm start`, without a log. */
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
  await firstResponse(`${url}/api/v1/templates`);
  return { child, url };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
