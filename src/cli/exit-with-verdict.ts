/** Sets the exit code, and prints the verdict unless a text report contains it. */
import { formatCounts, getExitCode, formatHeadline, sanitizeText, type Report } from '../judge/index.js';
import type { ReportFiles } from './report-files.js';

/** @param isQuiet whether the line contains only the verdict */
export function exitWithVerdict(
  report: Report,
  { files, text, isAnnotated }: Omit<ReportFiles, 'write'>,
  isQuiet = false,
): void {
  process.exitCode = getExitCode(report);
  if (text) return;
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
