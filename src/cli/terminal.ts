/** Prints errors of commands to standard error. */
import { sanitizeLines } from '../base/text/sanitize.js';
import type { UserError } from '../base/user-error.js';
import { formatBug } from '../server/log/format-bug.js';

/** Prints a bug, and sets the exit code to 1. */
export function reportBug(error: unknown): void {
  console.error(`deckhand: ${formatBug(error)}`);
  process.exitCode = 1;
}

/** Prints all errors but the last, and throws that one. */
export function throwErrors(errors: readonly [UserError, ...UserError[]]): never;
export function throwErrors(errors: readonly UserError[]): void;
export function throwErrors(errors: readonly UserError[]): void {
  for (const error of errors.slice(0, -1)) console.error(`deckhand: ${sanitizeLines(error.format())}`);
  const last = errors.at(-1);
  if (last) throw last;
}
