/** Writes reports and the HAR file of a run. Paths are checked before the run; files are replaced atomically after it. */
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { styleText } from 'node:util';
import {
  formatGitHubSummary,
  reporters,
  formatReport,
  type Report,
  type ReportFormat,
  type SummaryOptions,
  type TextOptions,
} from '../judge/index.js';
import type { Har } from '../journal/har.js';
import { writeErrorReason } from '../files/file-error-reason.js';
import { writeFileAtomic, assertWritable } from '../files/write-file-atomic.js';
import { UserError } from '../base/user-error.js';

export interface ReportFiles {
  /** @param har the content of the HAR file; without it, that file is not written */
  readonly write: (report: Report, har?: Har) => void;
  /** The files that `write` replaces. */
  readonly files: readonly string[];
  /** The stream of the text report, unless it has a file. */
  readonly text?: NodeJS.WriteStream;
  /** Whether the output has annotations for GitHub. */
  readonly isAnnotated: boolean;
}

interface ReportFileOptions {
  /** Whether the text report lists everything that was not covered. */
  readonly verbose?: boolean;
  /** Whether the text report contains only violations and the verdict. */
  readonly quiet?: boolean;
  /** Whether the HAR file is written to standard output. The text report is then written to standard error. */
  readonly isStdoutInUse?: boolean;
}

/** Reports and recordings contain texts of users. Only the user who runs the command can read them. */
const OWNER_ONLY_MODE = 0o600;

interface ReportTarget {
  readonly format: ReportFormat;
  /** Default: standard output. */
  readonly file?: string;
}

/**
 * @throws UserError for an unknown format, or a file that cannot be written
 */
export function openReports(
  texts: readonly string[],
  harFile?: string,
  { verbose = false, quiet = false, isStdoutInUse = false }: ReportFileOptions = {},
): ReportFiles {
  const targets = texts.map(parseReportTarget);
  if (isStdoutInUse) assertReportsHaveFiles(targets);
  const output = isStdoutInUse ? process.stderr : process.stdout;
  const files = [...targets.map(({ file }) => file), harFile].filter((file) => file !== undefined);
  for (const file of files) withWriteError(file, () => assertWritable(file));
  const hasText = targets.some(({ format, file }) => format === 'text' && file === undefined);
  return {
    files,
    ...(hasText && { text: output }),
    isAnnotated: targets.some(({ format }) => format === 'github'),
    write(report, har) {
      if (harFile !== undefined && har) writeTo(harFile, `${JSON.stringify(har, undefined, 2)}\n`);
      for (const { format, file } of targets) {
        const isTerminalText = format === 'text' && file === undefined;
        const text = isTerminalText
          ? formatReport(report, { ...terminal(output), verbose, quiet })
          : reporters[format](report);
        if (format === 'github') writeStepSummary(formatGitHubSummary(report, artifactsOf(targets)), file);
        if (file === undefined || format === 'github') output.write(text);
        else writeTo(file, text);
      }
    },
  };
}

/** The HTML report of this run, and the page of GitHub where a workflow uploads it. */
function artifactsOf(targets: readonly ReportTarget[]): SummaryOptions {
  const file = targets.find(({ format }) => format === 'html')?.file;
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = process.env;
  if (file === undefined || !server || !repository || !run) return {};
  return {
    htmlReport: { file: basename(file), url: `${server}/${repository}/actions/runs/${run}#artifacts` },
  };
}

/** Longer lines of prose are harder to read. */
const MAX_COLUMNS = 80;

/** @throws UserError for a machine-readable report that would be mixed with the recording */
function assertReportsHaveFiles(targets: readonly ReportTarget[]): void {
  const mixed = targets.find(({ format, file }) => format !== 'text' && file === undefined);
  if (mixed)
    throw new UserError(
      'invalid-option',
      `Both the recording and the report ${mixed.format} would be written to standard output.`,
      {
        hint: `Write the report to a file, for example --report ${mixed.format}=report.${mixed.format}.`,
      },
    );
}

/** The width and the colors of the output. Without a terminal: 80 columns, and colors if the environment enables them. */
function terminal(output: NodeJS.WriteStream): TextOptions {
  return {
    color: (style, text) => styleText(style, text, { stream: output }),
    columns: Math.min(MAX_COLUMNS, output.isTTY ? output.columns : MAX_COLUMNS),
  };
}

/** Writes the summary to the file, by default to that of the workflow step. GitHub reads annotations from standard output only. */
function writeStepSummary(markdown: string, file: string | undefined): void {
  if (file !== undefined) return writeTo(file, markdown);
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary === undefined || summary === '') return;
  try {
    appendFileSync(summary, markdown);
  } catch (cause) {
    // A missing summary does not change the verdict.
    process.stderr.write(`deckhand: the step summary cannot be written: ${writeErrorReason(cause)}\n`);
  }
}

/** Splits at the first `=`, because the path can contain more. */
export function parseReportTarget(text: string): ReportTarget {
  const at = text.indexOf('=');
  const [format, file] = at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
  if (!Object.hasOwn(reporters, format) || file === '') {
    throw new UserError('invalid-option', `Invalid value for --report: ${JSON.stringify(text)}.`, {
      hint: `Expected ${Object.keys(reporters).join(', ')}, or a format and a file, such as json=report.json.`,
    });
  }
  return { format: format as ReportFormat, ...(file !== undefined && { file }) };
}

function writeTo(file: string, text: string): void {
  withWriteError(file, () => writeFileAtomic(file, text, OWNER_ONLY_MODE));
}

function withWriteError(file: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    throw new UserError('invalid-option', `${file} cannot be written.`, {
      hint: writeErrorReason(cause),
      cause,
    });
  }
}
