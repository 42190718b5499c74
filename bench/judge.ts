/** `npm run bench -- judge`: the time and memory of `deckhand judge` for recordings of several sizes, each run in a new process. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLI } from './server-process.js';
import { median } from './median.js';
import { writeRecording } from './write-har.js';
import { table } from './table.js';

const ROUNDS = 3;
const RECORDINGS = [
  { megabytes: 10, target: '' },
  { megabytes: 100, target: '10 s, 700 MB' },
  { megabytes: 250, target: '' },
] as const;
/** The process reports its own peak memory at its end. */
const REPORT_PEAK_MEMORY = `--import=data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write(`PEAK ${process.resourceUsage().maxRSS}\\n`))",
)}`;

/** @returns a table in Markdown */
export function measureJudge(print: (text: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-bench-'));
  try {
    const file = join(folder, 'recording.har');
    const rows = RECORDINGS.map(({ megabytes, target }) => {
      const { entries } = writeRecording(file, megabytes * 1e6);
      const runs = Array.from({ length: ROUNDS }, () => judge(file));
      const [seconds, peak] = [median(runs.map((run) => run.seconds)), median(runs.map((run) => run.peak))];
      print(`${megabytes} MB: ${seconds.toFixed(1)} s`);
      return [
        `${megabytes} MB`,
        entries.toLocaleString('en'),
        seconds.toFixed(1),
        `${Math.round(peak)} MB`,
        target,
      ];
    });
    return table(['Recording', 'Entries', 'Seconds', 'Peak memory', 'Target'], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws if the recording could not be judged */
function judge(file: string): { readonly seconds: number; readonly peak: number } {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [REPORT_PEAK_MEMORY, CLI, 'judge', file, '--quiet'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const [, kilobytes] = /^PEAK (\d+)$/m.exec(stderr) ?? [];
  if (status === 2 || kilobytes === undefined) throw new Error(stderr);
  return { seconds: (performance.now() - startedAt) / 1000, peak: Number(kilobytes) / 1000 };
}
