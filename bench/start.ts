/** `npm run bench -- start`: the time from the start of a process to its first 200, for `deckhand serve` and bare Express alternately. */
import { join } from 'node:path';
import { startDeckhand, startServer, stop, type Server } from './server-process.js';
import { median } from './median.js';

const RUNS = 21;
const TARGET = 1.5;

/** @returns one line */
export async function measureStart(): Promise<string> {
  const [serve, express]: [number[], number[]] = [[], []];
  for (let time = 0; time < RUNS; time += 1) {
    serve.push(await timeOf(() => startDeckhand()));
    const bare = join(import.meta.dirname, 'bare-express.mjs');
    const path = '/api/v1/presentations/generate/any/status';
    express.push(await timeOf(() => startServer(bare, (port) => [`${port}`], path)));
  }
  const [one, other] = [serve, express].map((times) => Math.round(median(times)));
  const ratio = median(serve.map((milliseconds, time) => milliseconds / (express[time] ?? NaN))).toFixed(2);
  return `From the start of the process to the first 200: \`deckhand serve\` ${one} ms, bare Express ${other} ms (medians of ${RUNS}; ratio ${ratio}, target ≤ ${TARGET}).`;
}

async function timeOf(start: () => Promise<Server>): Promise<number> {
  const startedAt = performance.now();
  const { child } = await start();
  const elapsedMs = performance.now() - startedAt;
  await stop(child);
  return elapsedMs;
}
