/** Wraps long lines of prose, also lines with ANSI colours. */

/** The length without ANSI escape sequences. */
const displayWidth = (text: string): number => text.replaceAll(/\u001b\[[\d;]*m/g, '').length;

/** @param indent the indentation of the continuation lines */
export function wrapLine(line: string, indent: number, columns: number): string {
  if (displayWidth(line) <= columns) return line;
  const start = /^ */.exec(line)?.[0] ?? '';
  return wrapWords(start, line.slice(start.length).split(/(?<= )(?=[^ ])/), indent, columns);
}

/**
 * Wraps at the boundaries of words.
 * @param start the beginning of the first line
 * @param words each with the spaces after it
 */
export function wrapWords(start: string, words: readonly string[], indent: number, columns: number): string {
  const lines: string[] = [];
  let current = start;
  let isFirstWord = true;
  for (const word of words) {
    // A word that is longer than the line is not broken.
    if (!isFirstWord && displayWidth((current + word).trimEnd()) > columns) {
      lines.push(current.trimEnd());
      current = ' '.repeat(indent);
    }
    current += word;
    isFirstWord = false;
  }
  return [...lines, current.trimEnd()].join('\n');
}
