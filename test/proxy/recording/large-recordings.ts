/**
 * Judges recordings with the built command that are too large for the suite: 100 MB of API traffic, 300 MB of mostly assets, and
 * a truncated one. Prints a line for each. Exit code 1 when a result is not as expected.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRecording } from '../../../bench/recorded-traffic.js';
import type { Report } from '../../../src/contract/index.js';

const CLI = join(import.meta.dirname, '../../../dist/cli/main.js');

/** The process reports its own peak memory at its end. GNU time would need another package. */
const TELL_PEAK = `--import=data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write(`PEAK ${process.resourceUsage().maxRSS} ${process.cpuUsage().user}\\n`))",
)}`;

interface Case {
  readonly name: string;
  readonly write: (file: string) => { readonly calls: number };
  /** In megabytes, and in seconds of CPU time. */
  readonly most: { readonly memory: number; readonly seconds: number };
  /** A pattern that one note of the report matches. */
  readonly note?: RegExp;
  /** The minimum share of the calls that can be judged. Default: all of them. */
  readonly least?: number;
  /** The exit code and the outcome. Default: 0 and pass. */
  readonly ends?: readonly [status: number, outcome: string];
}

const cases: readonly Case[] = [
  {
    name: '100 MB of API traffic',
    write: (file) => writeRecording(file, 100e6),
    most: { memory: 700, seconds: 10 },
  },
  {
    name: '300 MB, mostly assets',
    write: (file) => writeRecording(file, 300e6, { everyJobs: 1, characters: 120_000 }),
    most: { memory: 400, seconds: 10 },
  },
  {
    name: '100 MB that break off',
    write(file) {
      const written = writeRecording(file, 100e6);
      truncateSync(file, Math.floor(statSync(file).size / 2));
      return written;
    },
    most: { memory: 700, seconds: 10 },
    note: /it ends in entry \d+/,
    least: 0.45,
    ends: [2, 'incomplete'],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'deckhand-large-'));
let failures = 0;
try {
  for (const one of cases) failures += run(one) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

function run({ name, write, most, note = /^/, least = 1, ends = [0, 'pass'] }: Case): boolean {
  const file = join(folder, 'recording.har');
  const { calls } = write(file);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [TELL_PEAK, CLI, 'judge', file, '--report', 'json'],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  const [, peak = 'NaN', user = 'NaN'] = /PEAK (\d+) (\d+)/.exec(stderr) ?? [];
  const [memory, seconds] = [Number(peak) / 1000, Number(user) / 1e6];
  const { outcome, requests, notes } = JSON.parse(stdout || '{"notes":[]}') as Report;
  const isRight =
    status === ends[0] &&
    outcome === ends[1] &&
    requests <= calls &&
    requests >= calls * least &&
    notes.some((line) => note.test(line)) &&
    memory <= most.memory &&
    seconds <= most.seconds;
  const figures = `${requests} of ${calls} requests judged, ${seconds.toFixed(1)} s of CPU, ${Math.round(memory)} MB`;
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${name}: exit ${status}, ${outcome}, ${figures}`);
  if (!isRight)
    console.log(
      `     expected at most ${most.seconds} s and ${most.memory} MB; notes: ${notes.join('; ')}\n${stderr}`,
    );
  return isRight;
}
