/**
 * `npm run bench`: measures the stand-in beside bare servers and prints the tables as they come; `npm run bench -- panel` does
 * the same for the panel in a browser. With `--write` it puts them into docs/performance.md. A figure is no test: nothing fails here.
 */
import { buildAll, built } from './build.js';
import { start, stop, told } from './child.js';
import { startContestants } from './contestants.js';
import { aimsTable, otherRatiosTable, partsTable, serversTable, startLine, type Figures } from './figures.js';
import { machine } from './machine.js';
import { writeFigures } from './performance-page.js';
import { runRounds } from './rounds.js';
import { startTimes } from './start-times.js';

const began = performance.now();
const where = machine();
say(where);
await buildAll();
if (process.argv.includes('panel')) {
  const { measurePanel } = await import('./panel.js');
  const figures = `${where}.\n\n${await measurePanel(say)}`;
  say(`\n${figures}`);
  if (process.argv.includes('--write')) await writeFigures(figures, 'panel');
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
