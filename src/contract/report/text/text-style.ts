/** How the text report looks: the width of the terminal, colours, and how much it lists. */
import { wrapped } from './wrap.js';

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
