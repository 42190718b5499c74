/**
 * `npm run bench`: measures the stand-in beside bare servers and prints the tables as they come. With `--write` it puts them
 * into docs/performance.md. `npm run bench -- judge` measures the judge of recordings instead, `-- proxies` the
 * recording proxy, `-- panel` the panel in a browser.
 * A figure is no test: nothing fails here.
 */
import { buildAll, built } from './build.js';
import { start, stop, told } from './child.js';
import { startContestants } from './contestants.js';
import { aimsTable, otherRatiosTable, partsTable, serversTable, startLine, type Figures } from './figures.js';
import { measureJudge } from './judge.js';
import { machine } from './machine.js';
import { writeFigures } from './performance-page.js';
import { measurePanel } from './panel.js';
import { measureProxies } from './proxies.js';
import { runRounds } from './rounds.js';
import { startTimes } from './start-times.js';

const measures = { judge: measureJudge, proxies: measureProxies, panel: measurePanel };
const OTHERS = ['judge', 'proxies', 'panel'] as const;

const began = performance.now();
const where = machine();
say(where);
await buildAll();
const other = OTHERS.find((name) => process.argv.includes(name));
if (other) {
  const tables = `${where}.\n\n${await measures[other](say)}`;
  say(`\n${tables}\n`);
  if (process.argv.includes('--write')) await writeFigures(tables, other);
  process.exit();
}

const worker = start(built('parts'), []);
const { parts } = await told(worker, 'parts');
say(`\n${partsTable(parts)}`);

const { contestants, pollBody, heapPerJob } = await startContestants();
say(`\n${contestants.length} servers run; a poll answers ${Buffer.byteLength(pollBody)} bytes.`);
const samples = await runRounds(contestants, (done, all) => say(`round ${done} of ${all}`));
await Promise.all([...new Set(contestants.map(({ child }) => child))].map(stop));

const figures: Figures = { samples, heapPerJob, start: await startTimes(pollBody), parts };
const tables = [
  `${where}. A poll answers ${Buffer.byteLength(pollBody)} bytes.`,
  aimsTable(figures),
  otherRatiosTable(figures),
  serversTable(figures),
  startLine(figures),
  partsTable(parts),
].join('\n\n');
say(`\n${tables}\n`);
if (process.argv.includes('--write')) await writeFigures(tables);
say(`It took ${Math.round((performance.now() - began) / 1000)} seconds.`);
process.exit();

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
