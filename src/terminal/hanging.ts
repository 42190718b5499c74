/** Breaks long lines of output for people, also lines with colours. Further parts begin below a column of the first. */
import { stripVTControlCharacters } from 'node:util';

/** The width of the terminal. Without a terminal nothing is broken: a program reads whole lines. */
export const columnsOf = ({ columns }: { readonly columns?: number }): number =>
  columns === undefined ? Infinity : Math.max(40, columns);

const widthOf = (text: string): number => stripVTControlCharacters(text).length;

/**
 * @param indent the column of all further parts
 * @param end what each part but the last ends with, such as the backslash of a command
 */
export function hanging(line: string, indent: number, columns: number, end = ''): string {
  if (widthOf(line) <= columns) return line;
  const lines: string[] = [];
  let last = /^ */.exec(line)?.[0] ?? '';
  let isEmpty = true;
  for (const word of line.slice(last.length).split(/(?<= )(?=[^ ])/)) {
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
export function hangingLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => hanging(line, (/^ */.exec(line)?.[0].length ?? 0) + 2, columns))
    .join('\n');
}
