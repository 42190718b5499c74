/**
 * `npm run soak`: attacks `deckhand serve` in a process with a heap of 256 MB, and says whether it stayed alive, kept the jobs
 * of its tenants, and stayed within its memory. It sends to 127.0.0.1 only. Exit code 1: something is wrong.
 */
import { parseArgs } from 'node:util';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeMachine } from '../machine.js';
import { soak, type SoakResult } from './soak.js';

const USAGE = `npm run soak -- [--requests 20000] [--minutes 0] [--seed 1] [--heap 256]

The run ends after this many requests and this many minutes, whichever comes last. Ctrl C ends it early,
with the result so far.
`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    heap: { type: 'string', default: '256' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  print(USAGE);
  process.exit();
}
const cli = resolve(import.meta.dirname, '../../dist/cli/main.js');
if (!existsSync(cli)) {
  print('dist/ is missing. Run: npm run build');
  process.exit(2);
}
print(describeMachine());
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const result = await soak({
  cli,
  requests: number('requests'),
  time: number('minutes') * 60_000,
  seed: number('seed'),
  heap: number('heap'),
  signal: stop.signal,
  onProgress: (sent, memory) => print(`${sent} requests, ${Math.round(memory)} MB`),
});
print(table(result));
for (const failure of result.failures) print(`FAIL  ${failure}`);
print(result.failures.length === 0 ? 'All is well.' : `${result.failures.length} failures.`);
process.exitCode = result.failures.length === 0 ? 0 : 1;

function number(name: 'requests' | 'minutes' | 'seed' | 'heap'): number {
  const value = Number(values[name]);
  if (Number.isFinite(value) && value >= 0) return value;
  print(`--${name} cannot be ${JSON.stringify(values[name])}. Give a number.\n\n${USAGE}`);
  return process.exit(2);
}

function table({ sent, seconds, kinds, statuses, peak, end, latency, tenantJobs, lost }: SoakResult): string {
  const row = (label: string, value: string): string => `  ${label.padEnd(42)}${value}`;
  const sorted = [...kinds].sort(([, one], [, other]) => other - one);
  return [
    '',
    row('Requests', `${sent} in ${Math.round(seconds)} s (${Math.round(sent / seconds)} each second)`),
    ...sorted.map(([kind, count]) => row(`  ${kind}`, String(count))),
    row(
      'Responses by status (0: none)',
      [...statuses]
        .sort()
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    ),
    row('Resident memory', `at most ${Math.round(peak)} MB, ${Math.round(end)} MB at the end`),
    row(
      'A request of a tenant',
      `median ${Math.round(latency.median)} ms, at most ${Math.round(latency.worst)} ms`,
    ),
    row('Jobs of tenants', `${tenantJobs - lost} of ${tenantJobs} are there`),
    '',
  ].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
