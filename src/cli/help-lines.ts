/** Breaks the long lines of a help text: prose at its indent, the second column below itself, commands with a backslash. */
import { hanging } from '../terminal/hanging.js';

export function helpLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => {
      const indent = /^ */.exec(line)?.[0].length ?? 0;
      const column = /^ *\S.*?\S? {2,}(?=\S)/.exec(line)?.[0].length;
      if (column !== undefined && column < columns - 20) return hanging(line, column, columns);
      return /^ +deckhand /.test(line)
        ? hanging(line, indent + 2, columns, ' \\')
        : hanging(line, indent, columns);
    })
    .join('\n');
}
