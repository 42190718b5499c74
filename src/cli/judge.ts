/** `deckhand judge`: judges recorded traffic by the rules of verify, and its clients by those of conduct. */
import { Command } from 'commander';
import { tuneV8 } from '../adapters/tune-v8.js';
import { readHarFiles } from '../adapters/har-source.js';
import { neutral, TrafficJudge, type Report } from '../contract/index.js';
import { baselineFile } from './baseline-file.js';
import { harNotes } from './har-notes.js';
import { collect, duration } from './option-values.js';
import { ReadingLine } from './reading-line.js';
import { openReports } from './report-files.js';
import { baseAddress } from './verify-values.js';
import { version } from './version.js';

interface JudgeOptions {
  readonly baseUrl?: string;
  readonly tightLoop?: number;
  readonly baseline?: string;
  readonly report?: readonly string[];
}

export function command(): Command {
  return new Command('judge')
    .description('Judge recorded traffic: what the service broke, and what its clients did wrong.')
    .argument('<file...>', 'HAR files of any origin, also packed with gzip; - is the standard input')
    .option('--base-url <url>', 'judge this service only (default: every address with /api/v1 in its path)')
    .option(
      '--tight-loop <time>',
      'polls of one job faster than this are called a tight loop (default: 1s)',
      duration,
    )
    .option('--baseline <file>', 'known violations that shall not fail the run, as YAML or JSON')
    .option(
      '--report <format[=file]>',
      'text, json, junit, html or github, to a file or to the output (repeatable; default: text)',
      collect,
    )
    .addHelpText(
      'after',
      `
Rules that begin with client/ are about the clients, all others about the service.
Exit codes: 0 nothing documented is broken, 1 something is, 2 it could not be read or judged.
`,
    )
    .action(judge);
}

async function judge(files: readonly string[], options: JudgeOptions): Promise<void> {
  tuneV8();
  const { tightLoop } = options;
  const baseUrl = options.baseUrl === undefined ? {} : { baseUrl: baseAddress(options.baseUrl) };
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const reports = openReports(options.report ?? ['text'], undefined, 'left');
  const traffic = readHarFiles(files, baseUrl);
  const judged = new TrafficJudge({ ...baseUrl, ...(tightLoop !== undefined && { tightLoop }) });
  const line = new ReadingLine(process.stderr, files);
  try {
    for await (const batch of traffic.batches()) {
      for (const exchange of batch) judged.add(exchange);
      line.show(traffic.notes);
    }
  } finally {
    line.clear();
  }
  const report = judged.report({
    tool: { name: 'deckhand', version: version() },
    target: files.join(', '),
    notes: harNotes(traffic),
    ...(entries && { baseline: { entries, now: Date.now() } }),
  });
  reports.write(report);
  conclude(report);
}

function conclude({ outcome, reason }: Report): void {
  process.exitCode = { pass: 0, fail: 1, error: 2 }[outcome];
  if (outcome === 'error') process.stderr.write(`deckhand: ${neutral(reason ?? 'it could not be judged')}\n`);
}
