/** Commander's options with parsers. An error names the flag or the variable with the invalid value. */
import { Option } from 'commander';
import { parsePattern } from '../app/options/option-parsers.js';

/**
 * @param where what the user wrote: `--port`, or `PORT in the environment`
 * @param previous the value of the earlier flags of this name
 * @throws UserError that states what is expected
 */
type FlagParser = (text: string, where: string, previous: never, isVariable: boolean) => unknown;

export class Flag extends Option {
  readonly parse: FlagParser;

  constructor(flags: string, description: string, parse: FlagParser = (text) => text) {
    super(flags, description);
    this.parse = parse;
  }
}

/** The parser of a flag that can be repeated. */
export function repeatable<Value>(parse: (text: string, where: string) => Value): FlagParser {
  return (text, where, previous: readonly Value[] = []) => [...previous, parse(text, where)];
}

/** The parser of names in several flags, or in one with commas. */
export const commaSeparated: FlagParser = (text, where, previous: readonly string[] = []) => [
  ...previous,
  ...text
    .split(',')
    .map((name) => parsePattern(name.trim(), where, /./, 'Expected a name, or names with commas.')),
];

/** Validates the value, and returns it unchanged. */
export function validated(parse: (text: string, where: string) => unknown): FlagParser {
  return (text, where) => {
    parse(text, where);
    return text;
  };
}

/** Parses digits to a number; errors show other input unchanged. */
export function integer(parse: (value: unknown, where: string) => number): FlagParser {
  return (text, where) => parse(/^\d+$/.test(text) ? Number(text) : text, where);
}

/** The options below a heading of the help. */
export function optionGroup(heading: string, ...options: readonly Option[]): readonly Option[] {
  for (const option of options) option.helpGroup(heading);
  return options;
}
