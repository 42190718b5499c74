/** The line of a mistake in its file, with a caret below the place. */
import { neutral } from './neutral.js';

/** Characters before the caret and after it that are shown of a long line. */
const REACH = 60;

/** @param line counts from 1, as `column` does. @returns undefined where the text has no such line */
export function sourceLine(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): string | undefined {
  const whole = text.split(/\r?\n/)[line - 1];
  if (whole === undefined) return undefined;
  const start = Math.max(0, column - 1 - REACH);
  const shown = neutral(whole.slice(start, column - 1 + REACH).replaceAll('\t', ' '));
  const number = String(line);
  return `  ${number} | ${shown}\n  ${' '.repeat(number.length)} | ${' '.repeat(column - 1 - start)}^`;
}
