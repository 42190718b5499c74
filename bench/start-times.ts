/** Measures the time from process start to the first 200, for `deckhand serve` and bare Express in turn. */
import { built, CLI } from './build.js';
import { freePort } from './child.js';
import { serveArguments } from './contestants.js';
import type { Figures } from './figures.js';
import { startTime } from './first-response.js';
import { median } from './median.js';

const TIMES = 21;

export async function startTimes(pollBody: string): Promise<Figures['start']> {
  const serve: number[] = [];
  const express: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const [one, other] = [await freePort(), await freePort()];
    serve.push(await startTime([CLI, ...serveArguments(one)], `http://127.0.0.1:${one}/api/v1/templates`));
    const path = '/api/v1/presentations/generate/any/status';
    const bare = [built('server-express'), pollBody, String(other)];
    express.push(await startTime(bare, `http://127.0.0.1:${other}${path}`));
  }
  const ratios = serve.map((milliseconds, time) => milliseconds / (express[time] ?? NaN));
  return { serve: median(serve), express: median(express), ratio: median(ratios) };
}
