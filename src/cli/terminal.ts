/** What commands print: results to standard output, everything else to standard error. */
import { bugText } from '../server/log/bug-text.js';

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints a bug, and sets the exit code to 1. */
export function reportBug(error: unknown): void {
  warn(`deckhand: ${bugText(error)}`);
  process.exitCode = 1;
}
