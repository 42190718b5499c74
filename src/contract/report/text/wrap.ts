/** Breaks prose into lines. Commands and bodies are never broken: they are for copying. */

/** @param indent the width of the first line's indentation; further lines get two more */
export function wrapped(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const indent = `${/^ */.exec(line)?.[0] ?? ''}  `;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const from = /^ */.exec(rest)?.[0].length ?? 0;
    const at = rest.lastIndexOf(' ', columns);
    // A word that is longer than the line stays whole.
    const end = at > from ? at : rest.indexOf(' ', Math.max(columns, from));
    if (end < 0) break;
    lines.push(rest.slice(0, end));
    rest = indent + rest.slice(end + 1);
  }
  return [...lines, rest].join('\n');
}
