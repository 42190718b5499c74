/**
 * `npm run bench`: measures the built Deckhand, and prints tables. `npm run bench -- judge start` runs some parts. A
 * benchmark is not a test: a missed aim is not an error.
 */
import { statSync } from 'node:fs';
import { CLI } from './server-process.js';
import { listEntered } from './covered-files.js';
import { measureFilled } from './memory.js';
import { measureInstall } from './install.js';
import { measureJudge } from './judge.js';
import { describeMachine } from './machine.js';
import { measurePolls } from './polls.js';
import { measureStart } from './start.js';
import { measureVerify } from './verify.js';

const BENCHMARKS: Readonly<Record<string, (print: (text: string) => void) => string | Promise<string>>> = {
  polls: measurePolls,
  start: measureStart,
  verify: measureVerify,
  judge: measureJudge,
  install: measureInstall,
  filled: measureFilled,
  entered: listEntered,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0)
  exitWithUsage(
    `There is no part ${unknown.join(', ')}. The parts are ${Object.keys(BENCHMARKS).join(', ')}.`,
  );
if (!statSync(CLI, { throwIfNoEntry: false })) exitWithUsage('dist/ is missing. Run: npm run build');

print(describeMachine());
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  print(`\n== ${name}`);
  print(`\n${await measure(print)}`);
}
process.exit();

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function exitWithUsage(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
