/** How the text report looks: the width of the terminal, line breaks, colours, and how much it lists. */
import type { Inline, Text } from '../document.js';
import { neutral } from '../neutral.js';

export interface TextOptions {
  /** Default: 80. */
  readonly columns?: number;
  /** Default: false. */
  readonly colour?: boolean;
  /** Lists every rule that was not reached, and every item that was not covered. Default: false. */
  readonly verbose?: boolean;
  /** Shows violations and the verdict only. Default: false. */
  readonly quiet?: boolean;
}

export interface TextStyle {
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly columns: number;
  readonly red: (text: string) => string;
  readonly amber: (text: string) => string;
  readonly green: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  /** Breaks prose into lines. */
  readonly prose: (line: string) => string;
}

export function textStyle(options: TextOptions = {}): TextStyle {
  const { columns: asked = 80, colour = false, verbose = false, quiet = false } = options;
  const columns = Math.max(40, asked);
  const painted = (open: number, close: number) => (text: string) =>
    colour ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    verbose: verbose && !quiet,
    quiet,
    columns,
    red: painted(31, 39),
    amber: painted(33, 39),
    green: painted(32, 39),
    dim: painted(2, 22),
    bold: painted(1, 22),
    prose: (text) =>
      text
        .split('\n')
        .map((line) => wrapped(line, columns))
        .join('\n'),
  };
}

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

export const inlineText = (text: Text): string =>
  typeof text === 'string' ? neutral(text) : text.map(printed).join('');

function printed(part: Inline): string {
  if (typeof part === 'string') return neutral(part);
  return 'sections' in part ? `(${sectionsText(part.sections)})` : neutral(part.text);
}

/** `sections 2.2, 4.5`. */
export function sectionsText(sections: readonly string[]): string {
  return neutral(`${sections.length === 1 ? 'section' : 'sections'} ${sections.join(', ')}`);
}
