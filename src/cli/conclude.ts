/** Ends a command with the exit code of its report, and with its verdict in one line if the terminal does not show the report. */
import { counted } from '../base/text/counted.js';
import { exitCodeOf, headline, neutral, type Report } from '../contract/index.js';
import type { ReportFiles } from './report-files.js';
import { warn } from './terminal.js';

/** @param isQuiet whether only a missing verdict is worth a line */
export function conclude(
  report: Report,
  { files, text, isAnnotated }: Omit<ReportFiles, 'write'>,
  isQuiet = false,
): void {
  process.exitCode = exitCodeOf(report);
  if (text?.isTTY) return;
  const hasVerdict = report.outcome === 'pass' || report.outcome === 'fail';
  // The log of a build server shows both streams, so it has the verdict of the report.
  if (text && (hasVerdict || process.env['CI'] !== undefined)) return;
  if (hasVerdict && isQuiet) return;
  const parts = [
    // An annotation says already why there is no verdict.
    ...(hasVerdict || !isAnnotated ? [headline(report)] : []),
    ...(hasVerdict ? [countsText(report.summary)] : []),
    ...(files.length > 0 ? [`Wrote ${files.join(', ')}.`] : []),
  ];
  if (parts.length === 0) return;
  warn(`deckhand: ${neutral(parts.join(' '))}`);
}

/** For example `57 rules hold, 1 broken, 3 open points, 10 not reached.` */
function countsText({ pass, warn, accepted, fail, observed, ...others }: Report['summary']): string {
  const parts = [
    `${counted(pass + warn, 'rule holds', 'rules hold')}${warn > 0 ? ` (${counted(warn, 'warning')})` : ''}`,
    ...(fail > 0 ? [`${fail} broken`] : []),
    ...(accepted > 0 ? [counted(accepted, 'known violation')] : []),
    ...(observed > 0 ? [counted(observed, 'open point')] : []),
    ...(others['not-reached'] > 0 ? [`${others['not-reached']} not reached`] : []),
  ];
  return `${parts.join(', ')}.`;
}
