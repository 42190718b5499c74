/**
 * `npm run bench`: measures the built Deckhand, and prints tables. `npm run bench -- judge start` runs some parts. A
 * benchmark is not a test: a missed aim is not an error.
 */
import { statSync } from 'node:fs';
import { CLI } from './child.js';
import { listEntered } from './entered.js';
import { measureFilled } from './filled.js';
import { measureInstall } from './install.js';
import { measureJudge } from './judge.js';
import { describeMachine } from './machine.js';
import { measurePolls } from './polls.js';
import { measureStart } from './start.js';
import { measureVerify } from './verify.js';

const PARTS: Readonly<Record<string, (print: (text: string) => void) => string | Promise<string>>> = {
  polls: measurePolls,
  start: measureStart,
  verify: measureVerify,
  judge: measureJudge,
  install: measureInstall,
  filled: measureFilled,
  entered: listEntered,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0)
  refuse(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`);
if (!statSync(CLI, { throwIfNoEntry: false })) refuse('dist/ is missing. Run: npm run build');

print(describeMachine());
for (const [name, measure] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  print(`\n== ${name}`);
  print(`\n${await measure(print)}`);
}
process.exit();

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
