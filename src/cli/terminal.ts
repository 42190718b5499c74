/** What commands print: results to standard output, everything else to standard error. */
import { bugText } from '../server/log/bug-text.js';

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints a problem, and sets the exit code to 1. */
export function reportProblem(text: string | undefined): void {
  if (text === undefined) return;
  warn(`deckhand: ${text}`);
  process.exitCode = 1;
}

export const reportBug = (error: unknown): void => reportProblem(bugText(error));
