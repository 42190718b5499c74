/** How fast recordings are judged, and in how much memory, by their size: each in a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from './build.js';
import { start, told } from './child.js';
import { median } from './median.js';
import type { JudgedFile } from './messages.js';
import { writeRecording } from './recorded-traffic.js';
import { table } from './table.js';

const SIZES = [10, 100, 500];
/** In exchanges a second. */
const AIM = 50_000;
const ROUNDS = 3;

export async function measureJudge(say: (text: string) => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-bench-'));
  try {
    const rows: string[][] = [];
    for (const size of SIZES) {
      const file = join(folder, `${size}.har`);
      const { entries } = writeRecording(file, size * 1e6);
      const runs: JudgedFile[] = [];
      for (let round = 0; round < ROUNDS; round++)
        runs.push(await told(start(built('judge-file'), [file]), 'judged'));
      rmSync(file);
      const row = rowOf(size, entries, runs);
      say(row.join(', '));
      rows.push(row);
    }
    const head = [
      'Recording',
      'Entries',
      'Exchanges judged',
      'a second',
      'a second of CPU time',
      `Aim ≥ ${thousands(AIM)}`,
      'Peak memory',
    ];
    return table(head, rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(size: number, entries: number, runs: readonly JudgedFile[]): string[] {
  const exchanges = runs[0]?.exchanges ?? 0;
  const rate = median(runs.map(({ seconds }) => exchanges / seconds));
  const cpuRate = median(runs.map(({ cpuSeconds }) => exchanges / cpuSeconds));
  const missed = Math.round(100 * (1 - rate / AIM));
  const peak = median(runs.map((run) => run.peak / 1e6));
  return [
    `${size} MB`,
    thousands(entries),
    thousands(exchanges),
    thousands(rate),
    thousands(cpuRate),
    missed > 0 ? `missed by ${missed} %` : 'yes',
    `${Math.round(peak)} MB`,
  ];
}

const thousands = (figure: number): string => Math.round(figure).toLocaleString('en');
