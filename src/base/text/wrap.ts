/** Wraps long lines of prose, also lines with ANSI colours. */

/** Ignores ANSI escape sequences. */
const displayWidth = (text: string): number => text.replaceAll(/\u001b\[[\d;]*m/g, '').length;

/** @param indent the indentation of the continuation lines */
export function wrapLine(line: string, indent: number, columns: number): string {
  if (displayWidth(line) <= columns) return line;
  const start = /^ */.exec(line)?.[0] ?? '';
  return wrapWords(start, line.slice(start.length).split(/(?<= )(?=[^ ])/), indent, columns);
}

/** Wraps at the boundaries of words. @param words each with the spaces after it */
export function wrapWords(start: string, words: readonly string[], indent: number, columns: number): string {
  const lines: string[] = [];
  let last = start;
  let isEmpty = true;
  for (const word of words) {
    // A word that is longer than the line is not broken.
    if (!isEmpty && displayWidth((last + word).trimEnd()) > columns) {
      lines.push(last.trimEnd());
      last = ' '.repeat(indent);
    }
    last += word;
    isEmpty = false;
  }
  return [...lines, last.trimEnd()].join('\n');
}
