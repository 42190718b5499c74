/** A Markdown table with aligned columns, so that it is readable in a terminal, too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0), 3));
  const print = (line: readonly string[]): string =>
    `| ${widths.map((width, column) => (line[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [print(head), print(widths.map((width) => '-'.repeat(width))), ...rows.map(print)].join('\n');
}
