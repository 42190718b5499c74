/** `deckhand judge`: checks the service and its clients in recorded traffic. */
import { extname } from 'node:path';
import type { Command } from 'commander';
import { parseDurationOption, parsePath } from '../app/options/option-parsers.js';
import { parseBaseUrl } from '../app/options/base-url.js';
import { addSecretNames } from '../journal/redact/secret-names.js';
import { readHarFiles } from '../proxy/recording/read-har-files.js';
import { Judge, type ReportFormat } from '../judge/index.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { UserError } from '../base/user-error.js';
import { readBaselineFile } from './baseline-file.js';
import { exitWithVerdict } from './exit-with-verdict.js';
import { CliCommand } from './command.js';
import { Flag } from './flag.js';
import { assertTrafficTo, harGaps, harNotes } from './har-notes.js';
import { openReports } from './report-files.js';
import { redactFlag, reportFlags, type ReportFlags } from './shared-options.js';
import { readPackageVersion } from '../files/package-files.js';

interface JudgeOptions extends ReportFlags {
  readonly baseUrl?: string;
  readonly consistencyWindow?: number;
  readonly output?: string;
  readonly redact?: readonly string[];
}

const flags = [
  new Flag('--base-url <url>', 'check this service only (default: every URL with /api/v1 in its path)'),
  new Flag(
    '--consistency-window <duration>',
    'how long reads may be stale after a write (default: 2s)',
    parseDurationOption,
  ),
  ...reportFlags(),
  new Flag(
    '-o, --output <file>',
    'also write the report to a file; its extension selects the format: .html, .json, .xml (JUnit) or .txt',
    parsePath,
  ),
  redactFlag,
];

export function command(): Command {
  return new CliCommand('judge')
    .description('Check recorded traffic against the rules for the service and for its clients.')
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
  const { consistencyWindow, redact } = options;
  addSecretNames(redact);
  const baseUrl = options.baseUrl === undefined ? {} : { baseUrl: parseBaseUrl(options.baseUrl) };
  const entries = options.baseline === undefined ? undefined : readBaselineFile(options.baseline);
  const { report: formats = ['text'], output } = options;
  const texts = output === undefined ? formats : [...formats, `${reportFormatFor(output)}=${output}`];
  const reports = openReports(texts, undefined, {
    ...options,
    usedFiles: [...files, ...(options.baseline === undefined ? [] : [options.baseline])],
  });
  const traffic = await readHarFiles(files, baseUrl.baseUrl);
  assertTrafficTo(baseUrl.baseUrl, traffic);
  const judgement = new Judge({
    ...baseUrl,
    ...(consistencyWindow !== undefined && { consistencyWindow }),
    // The reader of HAR files limits their size.
    maxExchanges: Infinity,
    maxCharacters: Infinity,
  });
  for (const exchange of traffic.exchanges) judgement.add(exchange);
  const report = judgement.report({
    tool: { name: 'deckhand', version: readPackageVersion() },
    target: files.join(', '),
    notes: harNotes(traffic),
    gaps: harGaps(traffic),
    ...(entries && { baseline: { entries, now: Date.now() } }),
  });
  reports.write(report);
  exitWithVerdict(report, reports, options.quiet);
}

/** Report formats by file extension. */
const FORMAT_BY_EXTENSION: Readonly<Record<string, ReportFormat>> = {
  '': 'html',
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
  '.xml': 'junit',
  '.txt': 'text',
};

/** @throws UserError for another extension */
function reportFormatFor(file: string): ReportFormat {
  const format = FORMAT_BY_EXTENSION[extname(file).toLowerCase()];
  if (format) return format;
  throw new UserError('invalid-option', `Unknown file extension in --output ${sanitizeLine(file)}.`, {
    hint: 'Expected .html, .json, .xml (JUnit) or .txt. For another name, use --report FORMAT=FILE.',
  });
}
