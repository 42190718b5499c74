/** Commander's options with parsers. An error names the flag or the variable that has the mistake. */
import { Command, Option, type OptionValueSource } from 'commander';
import { parsePattern } from '../app/options/option-parsers.js';
import { UserError } from '../base/user-error.js';

/**
 * @param where what the user wrote: `--port`, or `PORT in the environment`
 * @param before the value of the flags before this one
 * @throws UserError that says what is expected
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

/** Validates the value and keeps it as a string. */
export function validated(need: (text: string, where: string) => unknown): FlagParser {
  return (text, where) => {
    need(text, where);
    return text;
  };
}

/** Parses digits to a number; errors show other input unchanged. */
export function integer(need: (value: unknown, where: string) => number): FlagParser {
  return (text, where) => need(/^\d+$/.test(text) ? Number(text) : text, where);
}

/** The options below a heading of the help. */
export function optionGroup(heading: string, ...options: readonly Option[]): readonly Option[] {
  for (const option of options) option.helpGroup(heading);
  return options;
}

export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  addOptions(...options: readonly Option[]): this {
    for (const option of options) this.addOption(option);
    return this;
  }

  /** Text below the options. Each line is a paragraph, as wide as the terminal. */
  addNotes(text: string): this {
    return this.addHelpText('after', () => {
      const width = this.configureOutput().getOutHelpWidth?.() ?? 80;
      return this.createHelp().boxWrap(`\n${text}`, width);
    });
  }

  /** Commander sets every value here: defaults, variables and flags, in this order. */
  override setOptionValueWithSource(name: string, value: unknown, source?: OptionValueSource): this {
    // Scripts set unset variables to the empty string.
    if (source === 'env' && value === '') return this;
    const isSetAgain = source === 'cli' && this.getOptionValueSource(name) === 'cli';
    const before: unknown = isSetAgain ? this.getOptionValue(name) : undefined;
    const option = this.options.find((one) => one instanceof Flag && one.attributeName() === name);
    // Commander would let the later one win.
    if (option && isSetAgain && (before === false) !== (value === false))
      throw new UserError('invalid-option', `${option.long} cannot be used with --no-${option.name()}.`, {
        hint: 'Leave one out.',
      });
    if (!(option instanceof Flag) || typeof value !== 'string' || source === 'default')
      return super.setOptionValueWithSource(name, value, source as OptionValueSource);
    const isVariable = source === 'env';
    const where = isVariable ? `${option.envVar} in the environment` : (option.long ?? option.flags);
    const parsed = option.parse(value, where, before as never, isVariable);
    return super.setOptionValueWithSource(name, parsed, source as OptionValueSource);
  }
}
