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
  readonly red: (text: string) => string;
  readonly amber: (text: string) => string;
  readonly green: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  /** Breaks prose into lines. */
  readonly prose: (line: string) => string;
}

export function textStyle({ columns = 80, colour = false, verbose = false }: TextOptions = {}): TextStyle {
  const painted = (open: number, close: number) => (text: string) =>
    colour ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    verbose,
    red: painted(31, 39),
    amber: painted(33, 39),
    green: painted(32, 39),
    dim: painted(2, 22),
    bold: painted(1, 22),
    prose: (line) => wrapped(line, Math.max(40, columns)),
  };
}
