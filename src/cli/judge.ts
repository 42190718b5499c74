/** `deckhand judge`: judges the service and its clients from recorded traffic. */
import { extname } from 'node:path';
import type { Command } from 'commander';
import { parseDurationOption, parsePath } from '../app/options/option-parsers.js';
import { addSecretNames } from '../journal/redact/secret-names.js';
import { readHarFiles, type HarRecording, type HarFileImport } from '../proxy/recording/read-har-files.js';
import { Judge, type ReportFormat, type CoverageGap } from '../judge/index.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { UserError } from '../base/user-error.js';
import { baselineFile } from './baseline-file.js';
import { exitWithVerdict } from './exit-with-verdict.js';
import { CliCommand, Flag } from './flag.js';
import { openReports } from './report-files.js';
import { parseBaseUrl } from './connection-options.js';
import { redactFlag, reportFlags, type ReportFlags } from './shared-options.js';
import { version } from './version.js';
import { pluralize } from '../base/text/pluralize.js';

interface JudgeOptions extends ReportFlags {
  readonly baseUrl?: string;
  readonly settle?: number;
  readonly output?: string;
  readonly redact?: readonly string[];
}

const flags = [
  new Flag('--base-url <url>', 'judge this service only (default: every URL with /api/v1 in its path)'),
  new Flag('--settle <time>', 'how long reads may be stale after a write (default: 2s)', parseDurationOption),
  ...reportFlags(),
  new Flag(
    '-o, --output <file>',
    'write the report to a file, too; its ending selects the format: .html, .json, .xml (JUnit) or .txt',
    parsePath,
  ),
  redactFlag,
];

export function command(): Command {
  return new CliCommand('judge')
    .description('Check recorded traffic against the contract: violations by the service and by its clients.')
    .argument(
      '<file...>',
      'HAR files from any tool, also compressed with gzip or as .zip of Playwright; - is standard input',
    )
    .addOptions(...flags)
    .addNotes(
      `Rules whose id starts with client/ are about clients. All others are about the service.

Exit codes:
  0  the recording is complete, and no rule is violated
  1  at least one rule is violated
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
  addSecretNames(redact);
  const baseUrl = options.baseUrl === undefined ? {} : { baseUrl: parseBaseUrl(options.baseUrl) };
  const entries = options.baseline === undefined ? undefined : baselineFile(options.baseline);
  const { report: formats = ['text'], output } = options;
  const texts = output === undefined ? formats : [...formats, `${reportFormatFor(output)}=${output}`];
  const reports = openReports(texts, undefined, options);
  const traffic = await readHarFiles(files, baseUrl.baseUrl);
  assertTrafficTo(baseUrl.baseUrl, traffic);
  const judged = new Judge({
    ...baseUrl,
    ...(settle !== undefined && { consistencyWindow: settle }),
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
  exitWithVerdict(report, reports, options.quiet);
}

/** The formats of reports by the ending of their file. */
const FORMAT_BY_EXTENSION: Readonly<Record<string, ReportFormat>> = {
  '': 'html',
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
  '.xml': 'junit',
  '.txt': 'text',
};

/** @throws UserError for another ending */
function reportFormatFor(file: string): ReportFormat {
  const format = FORMAT_BY_EXTENSION[extname(file).toLowerCase()];
  if (format) return format;
  throw new UserError(
    'invalid-option',
    `No report format has the ending of --output ${sanitizeLine(file)}.`,
    {
      hint: 'Write it as .html, .json, .xml (JUnit) or .txt. --report <format>=<file> takes any name.',
    },
  );
}

/* What a report says about its HAR files: what is missing in them, and which entries were ignored or skipped. */

/** The number of damaged entries that are listed for each file. */
const MAX_LISTED_ENTRIES = 5;

function harNotes({ files, duplicates }: HarRecording): readonly string[] {
  return [
    ...files.flatMap(fileNotes),
    ...(duplicates > 0
      ? [`${pluralize(duplicates, 'request')} occurred in several files and counted once`]
      : []),
  ];
}

function fileNotes(file: HarFileImport): readonly string[] {
  const { name, entries, unrelated, cached, preflights, warnings, areKeysLeftOut } = file;
  const ignored = [
    ...(unrelated > 0 ? [`${unrelated} of other services`] : []),
    ...(cached > 0 ? [`${cached} from a browser cache`] : []),
    ...(preflights > 0 ? [pluralize(preflights, 'preflight')] : []),
  ];
  const others = warnings.length - MAX_LISTED_ENTRIES;
  const lines = [
    ...(ignored.length > 0
      ? [`of ${pluralize(entries, 'entry', 'entries')}, ignored: ${ignored.join(', ')}`]
      : []),
    ...warnings.slice(0, MAX_LISTED_ENTRIES).map((problem) => problem.replace(':', ' was skipped:')),
    ...(others > 0 ? [`${others} more entries were skipped`] : []),
    ...(areKeysLeftOut
      ? ['the recorder left out all keys, so they do not distinguish clients and workspaces']
      : []),
  ];
  return lines.map((line) => `${name}: ${line}`);
}

function harGaps({ files }: HarRecording): readonly CoverageGap[] {
  return files.flatMap(({ name, isComplete, warnings }) =>
    [
      ...(isComplete === false
        ? ['the recording is unfinished: still running, killed, disk full, or 256 MB reached']
        : []),
      ...(warnings.length > 0 ? [`${pluralize(warnings.length, 'entry', 'entries')} could not be read`] : []),
    ].map((why): CoverageGap => ({ topic: 'recording', reason: `${name}: ${why}` })),
  );
}

/** @throws UserError if all requests go to other addresses than the one that the user named */
function assertTrafficTo(baseUrl: string | undefined, { exchanges, otherServices }: HarRecording): void {
  if (baseUrl === undefined || exchanges.length > 0 || otherServices.length === 0) return;
  const more =
    otherServices.length > MAX_LISTED_ENTRIES
      ? `, and ${otherServices.length - MAX_LISTED_ENTRIES} more`
      : '';
  throw new UserError('invalid-option', `No recorded request goes to --base-url ${baseUrl}.`, {
    hint: `The recorded requests go to ${otherServices.slice(0, MAX_LISTED_ENTRIES).join(', ')}${more}.`,
  });
}
