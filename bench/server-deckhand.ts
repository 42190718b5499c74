/** The server of `deckhand serve`, in process. The first argument is the number of live jobs. */
import { startServer } from '../src/server/server.js';
import { createBenchDeckhand, startJobs } from './live-jobs.js';
import { send } from './messages.js';

const jobs = Number(process.argv[2]);
const deckhand = createBenchDeckhand(jobs);
// Warm-up: code that the first jobs load and compile must not count as heap of a job.
await startJobs(deckhand, 20_000);
await deckhand.workspace('ws_dev').reset();

const before = collected();
const ids = await startJobs(deckhand, jobs);
const after = collected();

const { url } = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
send({
  kind: 'listening',
  port: Number(new URL(url).port),
  ids,
  ...(before !== undefined && after !== undefined && { heapPerJob: (after - before) / jobs }),
});

/** The used heap in bytes after a garbage collection; `undefined` without `--expose-gc`. */
function collected(): number | undefined {
  if (!globalThis.gc) return undefined;
  for (let time = 0; time < 3; time += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
}
