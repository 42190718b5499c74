/** Measures the time and memory that judging takes: recordings, each in a process of its own, and a window of live traffic. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from './build.js';
import { start, receive } from './child.js';
import { median } from './median.js';
import type { JudgedFile } from './messages.js';
import { writeRecording } from './recorded-traffic.js';
import { table } from './table.js';

interface Recording {
  readonly name: string;
  readonly megabytes: number;
  /** After how many jobs the page loads its assets, and the size of each asset. */
  readonly assets?: { readonly everyJobs: number; readonly characters: number };
  readonly aim?: { readonly seconds: number; readonly megabytes: number };
}

const RECORDINGS: readonly Recording[] = [
  { name: '10 MB of API traffic', megabytes: 10 },
  { name: '100 MB of API traffic', megabytes: 100, aim: { seconds: 10, megabytes: 700 } },
  { name: '300 MB, mostly assets', megabytes: 300, assets: { everyJobs: 1, characters: 120_000 } },
  { name: '500 MB of API traffic', megabytes: 500 },
];
const ROUNDS = 3;
/** Milliseconds for 1,000 exchanges. */
const WINDOW_AIM = 30;

export async function measureJudge(print: (text: string) => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-bench-'));
  try {
    const rows: string[][] = [];
    for (const recording of RECORDINGS) {
      const file = join(folder, 'recording.har');
      const { entries } = writeRecording(file, recording.megabytes * 1e6, recording.assets);
      const runs: JudgedFile[] = [];
      for (let round = 0; round < ROUNDS; round++)
        runs.push(await receive(start(built('judge-file'), [file]), 'judged'));
      const row = rowOf(recording, entries, runs);
      print(row.join(', '));
      rows.push(row);
    }
    const { milliseconds } = await receive(start(built('judge-window'), []), 'window');
    const head = ['Recording', 'Entries', 'Exchanges judged', 'Seconds', 'CPU seconds', 'Peak memory', 'Aim'];
    const met = milliseconds <= WINDOW_AIM ? 'met' : 'missed';
    const window = `The last 1,000 exchanges, judged again while traffic passes: ${milliseconds.toFixed(1)} ms (median; aim ${WINDOW_AIM} ms: ${met}).`;
    return `${table(head, rows)}\n\n${window}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf({ name, aim }: Recording, entries: number, runs: readonly JudgedFile[]): string[] {
  const seconds = median(runs.map((run) => run.seconds));
  const cpuSeconds = median(runs.map((run) => run.cpuSeconds));
  const megabytes = median(runs.map((run) => run.peak / 1e6));
  const isMet = aim && seconds <= aim.seconds && megabytes <= aim.megabytes;
  return [
    name,
    thousands(entries),
    thousands(runs[0]?.exchanges ?? 0),
    seconds.toFixed(1),
    cpuSeconds.toFixed(1),
    `${Math.round(megabytes)} MB`,
    aim ? `${aim.seconds} s, ${aim.megabytes} MB: ${isMet ? 'met' : 'missed'}` : '',
  ];
}

const thousands = (figure: number): string => Math.round(figure).toLocaleString('en');
