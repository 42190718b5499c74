/** Breaks long lines of prose, also lines with colours. Commands and bodies in reports are never broken: they are for copying. */

/** The width of the terminal. Without a terminal nothing is broken: a program reads whole lines. */
export const columnsOf = ({ columns }: { readonly columns?: number }): number =>
  columns === undefined ? Infinity : Math.max(40, columns);

/** The escape sequences of colours take no room. */
const widthOf = (text: string): number => text.replaceAll(/\u001b\[[\d;]*m/g, '').length;

/**
 * @param indent the column of all further parts
 * @param end what each part but the last ends with, such as the backslash of a command
 */
export function wrapped(line: string, indent: number, columns: number, end = ''): string {
  if (widthOf(line) <= columns) return line;
  const start = /^ */.exec(line)?.[0] ?? '';
  return filled(start, line.slice(start.length).split(/(?<= )(?=[^ ])/), indent, columns, end);
}

/** Lines of whole words. @param words with the blanks after them */
export function filled(
  start: string,
  words: readonly string[],
  indent: number,
  columns: number,
  end = '',
): string {
  const lines: string[] = [];
  let last = start;
  let isEmpty = true;
  for (const word of words) {
    // A word that is longer than the line stays whole.
    if (!isEmpty && widthOf((last + word).trimEnd()) + widthOf(end) > columns) {
      lines.push(last.trimEnd() + end);
      last = ' '.repeat(indent);
    }
    last += word;
    isEmpty = false;
  }
  return [...lines, last.trimEnd()].join('\n');
}

/** Breaks the long lines of a text. Further parts have two blanks more than their line. */
export function wrappedLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapped(line, (/^ */.exec(line)?.[0].length ?? 0) + 2, columns))
    .join('\n');
}
