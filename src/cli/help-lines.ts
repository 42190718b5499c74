/** Breaks the long lines of a help text: prose at its indent, the second column below itself, commands with a backslash. */
import { wrapped } from '../base/text/wrap.js';

export function helpLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => {
      const indent = /^ */.exec(line)?.[0].length ?? 0;
      const column = /^ *\S.*?\S? {2,}(?=\S)/.exec(line)?.[0].length;
      if (column !== undefined && column < columns - 20) return wrapped(line, column, columns);
      return /^ +deckhand /.test(line)
        ? wrapped(line, indent + 2, columns, ' \\')
        : wrapped(line, indent, columns);
    })
    .join('\n');
}
