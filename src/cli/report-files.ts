/** Writes reports and the HAR file of a run. Paths are checked before the run; a failed write after it does not lose the verdict. */
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
import { assertWritable, resolveLinks, writeOutputFile } from '../files/write-file-atomic.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { UserError } from '../base/user-error.js';

export interface ReportFiles {
  /** Never throws for a file that cannot be written. @param har the content of the HAR file; without it, that file is not written */
  readonly write: (report: Report, har?: Har) => void;
  /** The files that `write` replaces. */
  readonly files: readonly string[];
  /** A sentence for each file that `write` could not write. The text report is then on the terminal. */
  readonly errors: readonly string[];
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
  /** Files that the command reads or writes itself. A report cannot have one of them. */
  readonly usedFiles?: readonly string[];
}

/** Reports and recordings contain texts of users. Only the user who runs the command can read them. */
const OWNER_ONLY_MODE = 0o600;

interface ReportTarget {
  readonly format: ReportFormat;
  /** Default: standard output. */
  readonly file?: string;
}

/**
 * @throws UserError for an unknown format, a file that cannot be written, or one that is used twice
 */
export function openReports(
  texts: readonly string[],
  harFile?: string,
  { verbose = false, quiet = false, isStdoutInUse = false, usedFiles = [] }: ReportFileOptions = {},
): ReportFiles {
  const targets = texts.map(parseReportTarget);
  if (isStdoutInUse) assertReportsHaveFiles(targets);
  const output = isStdoutInUse ? process.stderr : process.stdout;
  const files = [...targets.map(({ file }) => file), harFile].filter((file) => file !== undefined);
  assertDistinct(files, usedFiles);
  for (const file of files) assertOutputFile(file);
  const errors: string[] = [];
  const tryToWrite = (file: string, content: () => string): void => {
    try {
      writeOutputFile(file, content(), OWNER_ONLY_MODE);
    } catch (cause) {
      errors.push(`${sanitizeLine(file)} cannot be written: ${writeErrorReason(cause)}`);
    }
  };
  const hasText = targets.some(({ format, file }) => format === 'text' && file === undefined);
  return {
    files,
    errors,
    ...(hasText && { text: output }),
    isAnnotated: targets.some(({ format }) => format === 'github'),
    write(report, har) {
      const terminalText = (stream: NodeJS.WriteStream): string =>
        formatReport(report, { ...terminal(stream), verbose, quiet });
      if (harFile !== undefined && har) tryToWrite(harFile, () => `${JSON.stringify(har, undefined, 2)}\n`);
      for (const { format, file } of targets) {
        const text = () => (format === 'text' && !file ? terminalText(output) : reporters[format](report));
        if (format === 'github') {
          const summary = formatGitHubSummary(report, artifactsOf(targets));
          if (file === undefined) writeStepSummary(summary);
          else tryToWrite(file, () => summary);
        }
        if (file !== undefined && format !== 'github') tryToWrite(file, text);
        else
          output.write(text(), (error) => {
            // A reader that has closed the pipe wants no more.
            const isLost = error && (error as NodeJS.ErrnoException).code !== 'EPIPE';
            if (isLost && output !== process.stderr) process.stderr.write(terminalText(process.stderr));
          });
      }
      if (errors.length === 0 || hasText) return;
      const isOutputTaken = targets.some(({ format, file }) => file === undefined || format === 'github');
      const stream = isOutputTaken ? process.stderr : output;
      stream.write(terminalText(stream));
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

/** Adds the summary to that of the workflow step. GitHub reads annotations from standard output only. */
function writeStepSummary(markdown: string): void {
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

/** @throws UserError if two outputs have one file, or an output would replace a file that the command uses */
function assertDistinct(outputs: readonly string[], used: readonly string[]): void {
  const taken = new Set(used.filter((file) => file !== '-').map(resolveLinks));
  for (const file of outputs) {
    const path = resolveLinks(file);
    if (taken.has(path))
      throw new UserError('invalid-option', `${sanitizeLine(file)} is used twice.`, {
        hint: 'Choose another file for each report and recording.',
      });
    taken.add(path);
  }
}

/** @throws UserError if the file cannot be written */
function assertOutputFile(file: string): void {
  try {
    assertWritable(file);
  } catch (cause) {
    throw new UserError('invalid-option', `${file} cannot be written.`, {
      hint: writeErrorReason(cause),
      cause,
    });
  }
}
