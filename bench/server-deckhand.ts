/** The server of `deckhand serve` with as many live jobs as the first argument says, started in process. */
import { startServer } from '../src/adapters/server.js';
import { roomFor, startJobs } from './live-jobs.js';
import { tell } from './messages.js';

const jobs = Number(process.argv[2]);
const deckhand = roomFor(jobs);
// What the first jobs load and compile is no part of what a job takes.
await startJobs(deckhand, 20_000);
await deckhand.workspace('ws_dev').reset();

const before = collected();
const ids = await startJobs(deckhand, jobs);
const after = collected();

const { url } = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
tell({
  kind: 'listening',
  port: Number(new URL(url).port),
  ids,
  ...(before !== undefined && after !== undefined && { heapPerJob: (after - before) / jobs }),
});

/** The bytes of heap in use after collecting garbage; `undefined` without `--expose-gc`. */
function collected(): number | undefined {
  if (!globalThis.gc) return undefined;
  for (let time = 0; time < 3; time += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
}
