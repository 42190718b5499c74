/** Breaks long lines of prose, also lines with colours. Commands and bodies in reports are never broken: they are for copying. */

/** Ignores ANSI escape sequences. */
const displayWidth = (text: string): number => text.replaceAll(/\u001b\[[\d;]*m/g, '').length;

/** @param indent the column of all further parts */
export function wrapLine(line: string, indent: number, columns: number): string {
  if (displayWidth(line) <= columns) return line;
  const start = /^ */.exec(line)?.[0] ?? '';
  return wrapWords(start, line.slice(start.length).split(/(?<= )(?=[^ ])/), indent, columns);
}

/** Lines of whole words. @param words with the blanks after them */
export function wrapWords(start: string, words: readonly string[], indent: number, columns: number): string {
  const lines: string[] = [];
  let last = start;
  let isEmpty = true;
  for (const word of words) {
    // A word that is longer than the line stays whole.
    if (!isEmpty && displayWidth((last + word).trimEnd()) > columns) {
      lines.push(last.trimEnd());
      last = ' '.repeat(indent);
    }
    last += word;
    isEmpty = false;
  }
  return [...lines, last.trimEnd()].join('\n');
}
