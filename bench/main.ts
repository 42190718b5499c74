/**
 * `npm run bench`: measures the built Deckhand, and prints tables. `npm run bench -- judge start` runs some parts. `--write` writes
 * their figures into docs/performance.md. A benchmark is not a test: a missed aim is not an error.
 */
import { statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { CLI } from './child.js';
import { listEntered } from './entered.js';
import { measureFilled } from './filled.js';
import { measureInstall } from './install.js';
import { measureJudge } from './judge.js';
import { describeMachine, whyUnpublished } from './machine.js';
import { writeFigures } from './performance-page.js';
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

const args = process.argv.slice(2);
const writes = args.includes('--write');
const named = args.filter((name) => name !== '--write');
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0)
  refuse(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`);
const busy = writes ? whyUnpublished(loadavg()) : undefined;
if (busy !== undefined) refuse(busy);
if (!statSync(CLI, { throwIfNoEntry: false })) refuse('dist/ is missing. Run: npm run build');

const machine = describeMachine();
print(machine);
for (const [name, measure] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  print(`\n== ${name}`);
  const figures = await measure(print);
  print(`\n${figures}`);
  // The files are a list to read, not figures.
  if (writes && name !== 'entered') await writeFigures(`${machine}.\n\n${figures}`, name);
}
process.exit();

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
