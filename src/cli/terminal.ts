/** What commands print: results to standard output, everything else to standard error. */
import { neutralLines } from '../base/text/neutral.js';
import type { UserError } from '../base/user-error.js';
import { bugText } from '../server/log/bug-text.js';

/** Prints a bug, and sets the exit code to 1. */
export function reportBug(error: unknown): void {
  console.error(`deckhand: ${bugText(error)}`);
  process.exitCode = 1;
}

/** Throws the last of several errors, and prints the others before. */
export function throwAll(errors: readonly [UserError, ...UserError[]]): never;
export function throwAll(errors: readonly UserError[]): void;
export function throwAll(errors: readonly UserError[]): void {
  for (const error of errors.slice(0, -1)) console.error(`deckhand: ${neutralLines(error.format())}`);
  const last = errors.at(-1);
  if (last) throw last;
}
