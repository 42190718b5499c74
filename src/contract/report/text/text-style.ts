/** How the text report looks: the width of the terminal, line breaks, colours, and how much it lists. */
import type { Inline, Text } from '../document.js';
import { neutral } from '../../../base/text/neutral.js';
import { wrappedLines } from '../../../base/text/wrap.js';

export type Style = 'red' | 'yellow' | 'green' | 'dim' | 'bold';

export interface TextOptions {
  /** Default: 80. */
  readonly columns?: number;
  /** Adds colours, such as `styleText` of `node:util`. Default: none. */
  readonly paint?: (style: Style, text: string) => string;
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
  const { columns: requested = 80, paint = (_, text) => text, verbose = false, quiet = false } = options;
  const columns = Math.max(40, requested);
  const painted = (style: Style) => (text: string) => paint(style, text);
  return {
    verbose: verbose && !quiet,
    quiet,
    columns,
    red: painted('red'),
    amber: painted('yellow'),
    green: painted('green'),
    dim: painted('dim'),
    bold: painted('bold'),
    prose: (text) => wrappedLines(text, columns),
  };
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
