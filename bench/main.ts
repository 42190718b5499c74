/**
 * `npm run bench`: compares the mock server with bare servers and prints tables. With `--write` it writes them into
 * docs/performance.md. `npm run bench -- judge` measures judging instead, `-- proxies` the recording proxy, `-- panel` the
 * panel and `-- wall` the wall in a browser. `-- mock-servers` and `-- judges` compare
 * Deckhand with other tools, in docs/compared.md; `-- peers` is both. A benchmark is not a test: a missed aim is not an error.
 */
import { loadavg } from 'node:os';
import { buildAll, built } from './build.js';
import { start, stop, receive } from './child.js';
import { startContestants } from './contestants.js';
import { aimsTable, otherRatiosTable, partsTable, serversTable, startLine, type Figures } from './figures.js';
import { measureJudge } from './judge.js';
import { describeMachine, whyUnpublished } from './machine.js';
import { writeFigures } from './performance-page.js';
import { measurePanel } from './panel.js';
import { measureJudges } from './peers/judges.js';
import { measureMockServers } from './peers/mock-servers.js';
import { measureProxies } from './proxies.js';
import { runRounds } from './rounds.js';
import { startTimes } from './start-times.js';
import { measureWall } from './wall.js';

const measures = {
  judge: measureJudge,
  proxies: measureProxies,
  panel: measurePanel,
  wall: measureWall,
  'mock-servers': measureMockServers,
  judges: measureJudges,
};
const OTHER_MEASURES = ['judge', 'proxies', 'panel', 'wall', 'mock-servers', 'judges'] as const;

const busy = process.argv.includes('--write') ? whyUnpublished(loadavg()) : undefined;
if (busy !== undefined) {
  process.stderr.write(`${busy}\n`);
  process.exit(2);
}

const began = performance.now();
const machine = describeMachine();
print(machine);
await buildAll();
const named = process.argv.flatMap((name) => (name === 'peers' ? ['mock-servers', 'judges'] : [name]));
const others = OTHER_MEASURES.filter((name) => named.includes(name));
for (const other of others) {
  const tables = `${machine}.\n\n${await measures[other](print)}`;
  print(`\n${tables}\n`);
  if (process.argv.includes('--write')) await writeFigures(tables, other);
}
if (others.length > 0) process.exit();

const worker = start(built('parts'), []);
const { parts } = await receive(worker, 'parts');
print(`\n${partsTable(parts)}`);

const { contestants, pollBody, heapPerJob } = await startContestants();
print(`\n${contestants.length} servers run. The body of a poll has ${Buffer.byteLength(pollBody)} bytes.`);
const samples = await runRounds(contestants, (done, all) => print(`round ${done} of ${all}`));
await Promise.all([...new Set(contestants.map(({ child }) => child))].map(stop));

const figures: Figures = { samples, heapPerJob, start: await startTimes(pollBody), parts };
const tables = [
  `${machine}. The body of a poll has ${Buffer.byteLength(pollBody)} bytes.`,
  aimsTable(figures),
  otherRatiosTable(figures),
  serversTable(figures),
  startLine(figures),
  partsTable(parts),
].join('\n\n');
print(`\n${tables}\n`);
if (process.argv.includes('--write')) await writeFigures(tables);
print(`It took ${Math.round((performance.now() - began) / 1000)} seconds.`);
process.exit();

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
