/**
 * `npm run bench`: measures the built Deckhand, and prints tables. `npm run bench -- judge start` runs some of them. A
 * benchmark is not a test: a missed target is not an error.
 */
import { statSync } from 'node:fs';
import { CLI } from './server-process.js';
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
};

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0)
  exitWithUsage(
    `Unknown benchmark: ${unknown.join(', ')}. The benchmarks are ${Object.keys(BENCHMARKS).join(', ')}.`,
  );
if (!statSync(CLI, { throwIfNoEntry: false })) exitWithUsage('dist/ is missing. Run: npm run build');

print(describeMachine());
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  print(`\n== ${name}`);
  print(`\n${await measure(print)}`);
}
process.exit();

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function exitWithUsage(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
