/** Ends a command with the exit code of its report, and with its verdict in one line if no text report has it. */
import { formatCounts, getExitCode, formatHeadline, sanitizeText, type Report } from '../judge/index.js';
import type { ReportFiles } from './report-files.js';

/** @param isQuiet whether the line has the verdict only */
export function exitWithVerdict(
  report: Report,
  { files, text, isAnnotated }: Omit<ReportFiles, 'write'>,
  isQuiet = false,
): void {
  process.exitCode = getExitCode(report);
  if (text) return;
  const hasVerdict = report.outcome === 'pass' || report.outcome === 'fail';
  const parts = [
    // An annotation says already why there is no verdict.
    ...(hasVerdict || !isAnnotated ? [formatHeadline(report)] : []),
    ...(hasVerdict && !isQuiet ? [`${formatCounts(report.summary)}.`] : []),
    ...(files.length > 0 && !isQuiet ? [`Wrote ${files.join(', ')}.`] : []),
  ];
  if (parts.length === 0) return;
  console.error(`deckhand: ${sanitizeText(parts.join(' '))}`);
}
