/** `deckhand judge`: judges the service and its clients from recorded traffic. */
import { extname } from 'node:path';
import type { Command } from 'commander';
import { needDuration, needPath } from '../app/options/parsers.js';
import { redactNames } from '../journal/redact/names.js';
import { readHarFiles, type HarTraffic, type ReadHarFile } from '../proxy/recording/har-source.js';
import { Judge, type ReportFormat, type Gap } from '../contract/index.js';
import { onOneLine } from '../base/text/neutral.js';
import { UserError } from '../base/user-error.js';
import { baselineFile } from './baseline-file.js';
import { conclude } from './conclude.js';
import { CheckedCommand, Flag } from './flag.js';
import { openReports } from './report-files.js';
import { baseAddress } from './reach.js';
import { redactFlag, reportFlags, type ReportFlags } from './shared-options.js';
import { version } from './version.js';
import { counted } from '../base/text/counted.js';

interface JudgeOptions extends ReportFlags {
  readonly baseUrl?: string;
  readonly settle?: number;
  readonly output?: string;
  readonly redact?: readonly string[];
}

const flags = [
  new Flag('--base-url <url>', 'judge this service only (default: every URL with /api/v1 in its path)'),
  new Flag(
    '--settle <time>',
    'how long an old value may be visible after a change (default: 2s)',
    needDuration,
  ),
  ...reportFlags(),
  new Flag(
    '-o, --output <file>',
    'write the report to a file, too; its ending selects the format: .html, .json, .xml (JUnit) or .txt',
    needPath,
  ),
  redactFlag,
];

export function command(): Command {
  return new CheckedCommand('judge')
    .description(
      'Judge recorded traffic: report which promises the service broke, and what its clients did wrong.',
    )
    .argument(
      '<file...>',
      'HAR files from any tool, also compressed with gzip or as .zip of Playwright; - is standard input',
    )
    .addOptions(...flags)
    .addNotes(
      `Rules whose id starts with client/ are about clients. All others are about the service.

Exit codes:
  0  the recording is whole, and every promise that it shows is kept
  1  at least one documented promise is broken
  2  the files could not be read, or the recording is incomplete

Examples:
  deckhand judge staging.har
  deckhand judge staging.har -o report.html
  deckhand judge app.har worker.har.gz --report text --report junit=judge.xml
`,
    )
    .action(judge);
}

async function judge(files: readonly string[], options: JudgeOptions): Promise<void> {
  const { settle, redact } = options;
  redactNames(redact);
  const baseUrl = options.baseUrl === undefined ? {} : { baseUrl: baseAddress(options.baseUrl) };
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const { report: formats = ['text'], output } = options;
  const texts = output === undefined ? formats : [...formats, `${formatOf(output)}=${output}`];
  const reports = openReports(texts, undefined, options);
  const traffic = await readHarFiles(files, baseUrl.baseUrl);
  requireRequestsTo(baseUrl.baseUrl, traffic);
  const judged = new Judge({
    ...baseUrl,
    ...(settle !== undefined && { settle }),
    // Reading has a limit of its own.
    limits: { exchanges: Infinity, characters: Infinity },
  });
  for (const exchange of traffic.exchanges) judged.add(exchange);
  const report = judged.report({
    tool: { name: 'deckhand', version: version() },
    target: files.join(', '),
    notes: harNotes(traffic),
    gaps: harGaps(traffic),
    ...(entries && { baseline: { entries, now: Date.now() } }),
  });
  reports.write(report);
  conclude(report, reports, options.quiet);
}

/** The formats of reports by the ending of their file. */
const FORMATS: Readonly<Record<string, ReportFormat>> = {
  '': 'html',
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
  '.xml': 'junit',
  '.txt': 'text',
};

/** @throws UserError for another ending */
function formatOf(file: string): ReportFormat {
  const format = FORMATS[extname(file).toLowerCase()];
  if (format) return format;
  throw new UserError('bad-option', `No report format has the ending of --output ${onOneLine(file)}.`, {
    hint: 'Write it as .html, .json, .xml (JUnit) or .txt. --report <format>=<file> takes any name.',
  });
}

/* What a report says about its HAR files: what is missing in them, and which entries were ignored or skipped. */

/** The number of damaged entries that are listed for each file. */
const MAX_LISTED = 5;

function harNotes({ files, duplicates }: HarTraffic): readonly string[] {
  return [
    ...files.flatMap(fileNotes),
    ...(duplicates > 0
      ? [`${counted(duplicates, 'request')} occurred in several files and counted once`]
      : []),
  ];
}

function fileNotes(file: ReadHarFile): readonly string[] {
  const { name, entries, unrelated, cached, preflights, problems, areKeysLeftOut } = file;
  const ignored = [
    ...(unrelated > 0 ? [`${unrelated} of other services`] : []),
    ...(cached > 0 ? [`${cached} from a browser cache`] : []),
    ...(preflights > 0 ? [counted(preflights, 'preflight')] : []),
  ];
  const others = problems.length - MAX_LISTED;
  const lines = [
    ...(ignored.length > 0
      ? [`of ${counted(entries, 'entry', 'entries')}, ignored: ${ignored.join(', ')}`]
      : []),
    ...problems.slice(0, MAX_LISTED).map((problem) => problem.replace(':', ' was skipped:')),
    ...(others > 0 ? [`${others} more entries were skipped`] : []),
    ...(areKeysLeftOut
      ? ['the recorder left out all keys, so they do not distinguish clients and workspaces']
      : []),
  ];
  return lines.map((line) => `${name}: ${line}`);
}

function harGaps({ files }: HarTraffic): readonly Gap[] {
  return files.flatMap(({ name, ended, problems }) =>
    [
      ...(ended === false
        ? ['the recording has no end mark: it still runs, it was killed, its disk was full, or it has 256 MB']
        : []),
      ...(problems.length > 0 ? [`${counted(problems.length, 'entry', 'entries')} could not be read`] : []),
    ].map((why): Gap => ({ topic: 'recording', why: `${name}: ${why}` })),
  );
}

/** @throws UserError if all requests go to other addresses than the one that the user named */
function requireRequestsTo(baseUrl: string | undefined, { exchanges, others }: HarTraffic): void {
  if (baseUrl === undefined || exchanges.length > 0 || others.length === 0) return;
  const more = others.length > MAX_LISTED ? `, and ${others.length - MAX_LISTED} more` : '';
  throw new UserError('bad-option', `No recorded request goes to --base-url ${baseUrl}.`, {
    hint: `The recorded requests go to ${others.slice(0, MAX_LISTED).join(', ')}${more}.`,
  });
}
