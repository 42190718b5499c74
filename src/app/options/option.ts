/**
 * What the tables of options say about each option: its kind, its help, and where it can be set. Commands, package entries and
 * the configuration file read the tables.
 */
import type { Kind } from './kinds.js';
import { checkNames } from './check.js';

/** Where an option can be set: a command, a package entry, or the configuration file. */
export type Door =
  | 'serve'
  | 'exec'
  | 'verify'
  | 'record'
  | 'judge'
  | 'wall'
  | 'scenario list'
  | 'scenario preview'
  | 'scenario types'
  | 'scenario from-har'
  | 'deckhand/server'
  | 'deckhand/express'
  | 'deckhand/vite'
  | 'deckhand/node'
  | 'deckhand.config.ts';

export interface OptionRow<Value = unknown> {
  readonly kind: Kind<Value>;
  readonly doors: readonly Door[];
  /** One line for the help of commands. */
  readonly help?: string;
  /** The flag, with the name of its value. Default: the name of the option, for a flag without a value. */
  readonly flag?: string;
  /** The help of the flag `--no-…`, which sets `false`. */
  readonly noHelp?: string;
  /** An environment variable. An empty one counts as not set. */
  readonly env?: string;
  /** Separates the values of the variable, for a flag that can be repeated. */
  readonly envSeparator?: string;
  /** The values of the variable that count as not set, too: other tools set variables with the same names. */
  readonly ignoresEnv?: (text: string) => boolean;
  /** The value of commands without the flag. */
  readonly default?: Value;
  /** The default as the help shows it. */
  readonly defaultText?: string;
  /** Another flag that cannot be used with this one, as the name of its option. */
  readonly conflicts?: string;
  /** What the configuration file accepts, if that is less. */
  readonly inConfig?: Kind<unknown>;
}

export type OptionTable = Readonly<Record<string, OptionRow>>;

/** Checks a table and keeps its exact type. */
export const optionTable = <const Table extends OptionTable>(table: Table): Table => table;

/** Makes the rows of options that only these commands have. */
interface RowMaker<Doors extends readonly Door[]> {
  <Value>(
    flag: string,
    kind: Kind<Value>,
    help: string,
  ): { readonly kind: Kind<Value>; readonly doors: Doors };
  <Value, const More extends Partial<OptionRow>>(
    flag: string,
    kind: Kind<Value>,
    help: string,
    more: More,
  ): { readonly kind: Kind<Value>; readonly doors: Doors } & More;
}

export function rowsAt<const Doors extends readonly Door[]>(...doors: Doors): RowMaker<Doors> {
  return (flag: string, kind: Kind<unknown>, help: string, more?: object) =>
    ({ kind, doors, flag, help, ...more }) as never;
}

type Has<Row extends OptionRow, At extends Door> = At extends Row['doors'][number] ? true : false;
type ValueOf<Row extends OptionRow> = Row['kind'] extends Kind<infer Value> ? Value : never;
type OrFalse<Row extends OptionRow> = Row extends { readonly noHelp: string } ? false : never;

/** The values of all options at one door. Options with a default always have one. */
export type Values<Table extends OptionTable, At extends Door> = {
  readonly [
    Name in keyof Table as Has<Table[Name], At> extends true
      ? Table[Name] extends { readonly default: unknown }
        ? Name
        : never
      : never
  ]: ValueOf<Table[Name]>;
} & {
  readonly [
    Name in keyof Table as Has<Table[Name], At> extends true
      ? Table[Name] extends { readonly default: unknown }
        ? never
        : Name
      : never
  ]?: ValueOf<Table[Name]> | OrFalse<Table[Name]>;
};

export function optionsAt(door: Door, table: OptionTable): readonly (readonly [name: string, OptionRow])[] {
  return Object.entries(table).filter(([, { doors }]) => doors.includes(door));
}

/**
 * Checks the options of a package entry.
 * @throws UserError with the first unknown name, or the first wrong value
 */
export function checkOptions(options: object, door: Door, table: OptionTable): void {
  const rows = new Map(optionsAt(door, table));
  checkNames(options, [...rows.keys()]);
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) rows.get(name)?.kind.check(value, name);
  }
}

/** The options of these names that are set. */
export function pick<Options extends object, Name extends keyof Options>(
  options: Options,
  names: readonly Name[],
): Pick<Options, Name> {
  const set = names.filter((name) => options[name] !== undefined);
  return Object.fromEntries(set.map((name) => [name, options[name]])) as Pick<Options, Name>;
}
