/** Ends a command with the exit code of its report, and with its verdict in one line if no text report has it. */
import { countsText, exitCodeOf, headline, neutral, type Report } from '../contract/index.js';
import type { ReportFiles } from './report-files.js';

/** @param isQuiet whether the line has the verdict only */
export function conclude(
  report: Report,
  { files, text, isAnnotated }: Omit<ReportFiles, 'write'>,
  isQuiet = false,
): void {
  process.exitCode = exitCodeOf(report);
  if (text) return;
  const hasVerdict = report.outcome === 'pass' || report.outcome === 'fail';
  const parts = [
    // An annotation says already why there is no verdict.
    ...(hasVerdict || !isAnnotated ? [headline(report)] : []),
    ...(hasVerdict && !isQuiet ? [`${countsText(report.summary)}.`] : []),
    ...(files.length > 0 && !isQuiet ? [`Wrote ${files.join(', ')}.`] : []),
  ];
  if (parts.length === 0) return;
  console.error(`deckhand: ${neutral(parts.join(' '))}`);
}
