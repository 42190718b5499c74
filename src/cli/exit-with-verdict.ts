/** Sets the exit code, and prints the verdict unless a text report contains it. A report that could not be written is no pass. */
import { formatCounts, getExitCode, formatHeadline, sanitizeText, type Report } from '../judge/index.js';
import type { ReportFiles } from './report-files.js';

/** @param isQuiet whether the line contains only the verdict */
export function exitWithVerdict(
  report: Report,
  { files, errors, text, isAnnotated }: Omit<ReportFiles, 'write'>,
  isQuiet = false,
): void {
  const code = getExitCode(report);
  process.exitCode = errors.length > 0 && code === 0 ? 2 : code;
  if (errors.length > 0) console.error(`deckhand: ${sanitizeText(errors.join(' '))}`);
  if (text || errors.length > 0) return;
  const hasVerdict = report.outcome === 'pass' || report.outcome === 'fail';
  const parts = [
    // The GitHub annotation already contains the reason.
    ...(hasVerdict || !isAnnotated ? [formatHeadline(report)] : []),
    ...(hasVerdict && !isQuiet ? [`${formatCounts(report.summary)}.`] : []),
    ...(files.length > 0 && !isQuiet ? [`Wrote ${files.join(', ')}.`] : []),
  ];
  if (parts.length === 0) return;
  console.error(`deckhand: ${sanitizeText(parts.join(' '))}`);
}
