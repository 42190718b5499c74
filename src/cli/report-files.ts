/** Where reports and the journal go: files that are opened before the run, so that no run is lost to a wrong path. */
import { accessSync, appendFileSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { githubSummary, reporters, type Report, type ReportFormat } from '../contract/index.js';
import type { Har } from '../journal/har.js';
import { whyUnwritten } from '../adapters/file-trouble.js';
import { UserError } from '../user-error.js';

export interface ReportFiles {
  /** @param har what to write to the file for it; without one it is somebody else's to write */
  readonly write: (report: Report, har?: Har) => void;
}

interface Wish {
  readonly format: ReportFormat;
  /** The output when there is none. */
  readonly file?: string;
}

/**
 * @param before what becomes of files that are there already, until there is a report: a target that may not answer shall
 * not leave an old report behind; a recording that cannot be read shall leave everything as it is
 * @throws UserError for a format there is not, or a file that cannot be written
 */
export function openReports(
  texts: readonly string[],
  harFile?: string,
  before: 'emptied' | 'left' = 'emptied',
): ReportFiles {
  const wishes = texts.map(wishOf);
  const open: typeof appendFileSync = before === 'emptied' ? writeFileSync : appendFileSync;
  for (const file of [...wishes.map((wish) => wish.file), harFile])
    if (file !== undefined) put(file, '', open);
  return {
    write(report, har) {
      if (harFile !== undefined && har) put(harFile, `${JSON.stringify(har, undefined, 2)}\n`);
      for (const { format, file } of wishes) {
        const text = reporters[format](report);
        if (format === 'github') summarize(githubSummary(report), file);
        if (file === undefined || format === 'github') process.stdout.write(text);
        else put(file, text);
      }
    },
  };
}

/**
 * Whether a run could open these, without touching anything.
 * @throws UserError as `openReports` does
 */
export function checkReports(texts: readonly string[], harFile?: string): void {
  for (const file of [...texts.map((text) => wishOf(text).file), harFile])
    if (file !== undefined) attempt(file, () => needWritable(file));
}

function needWritable(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw Object.assign(new Error('It is a folder.'), { code: 'EISDIR' });
  // The slash asks for a folder.
  accessSync(there ? file : `${dirname(file)}/`, constants.W_OK);
}

/** Annotations are read from the output only, so what goes to a file is the summary: by default, to the step's. */
function summarize(markdown: string, file: string | undefined): void {
  if (file !== undefined) return put(file, markdown);
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary === undefined || summary === '') return;
  try {
    appendFileSync(summary, markdown);
  } catch (cause) {
    // The verdict of the run does not hang on it.
    process.stderr.write(`deckhand: the step summary cannot be written: ${whyUnwritten(cause)}\n`);
  }
}

function wishOf(text: string): Wish {
  const at = text.indexOf('=');
  const [format, file] = at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
  if (!Object.hasOwn(reporters, format) || file === '') {
    throw new UserError('bad-option', `There is no report ${JSON.stringify(text)}.`, {
      hint: `Formats are ${Object.keys(reporters).join(', ')}; with a file: json=report.json.`,
    });
  }
  return { format: format as ReportFormat, ...(file !== undefined && { file }) };
}

function put(file: string, text: string, write: typeof appendFileSync = writeFileSync): void {
  attempt(file, () => write(file, text));
}

function attempt(file: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    throw new UserError('bad-option', `${file} cannot be written.`, { hint: whyUnwritten(cause), cause });
  }
}
