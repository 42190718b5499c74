/** Ends a command with the exit code of its report. Without a verdict, it says why in one line. */
import { exitCodeOf, headline, neutral, type Report } from '../contract/index.js';

export function conclude(report: Report): void {
  process.exitCode = exitCodeOf(report);
  if (report.outcome === 'error' || report.outcome === 'incomplete')
    process.stderr.write(`deckhand: ${neutral(headline(report))}\n`);
}
