/** The flags and environment variables of a command, from the table of options. */
import { Option, type Command } from 'commander';
import { UserError } from '../base/user-error.js';
import { redactNames } from '../journal/redact/names.js';
import { optionsAt, type Door, type OptionRow, type OptionTable } from '../app/options/option.js';

/** Adds the options that a command has. Its action gets their checked values, by the names in the table. */
export function addOptions(command: Command, door: Door, table: OptionTable): Command {
  const rows = optionsAt(door, table);
  const flags = rows.map(([name, row]) => [name, row, addFlags(command, name, row, table)] as const);
  return command.hook('preAction', () => {
    for (const [name, row, flag] of flags) {
      const value = valueOf(command, row, flag);
      if (value !== command.getOptionValue(name)) command.setOptionValue(name, value);
    }
    // Before the command reads or writes anything.
    redactNames((command.getOptionValue('redact') as readonly string[] | undefined) ?? []);
  });
}

/** @returns the flag that takes the value */
function addFlags(command: Command, name: string, row: OptionRow, table: OptionTable): Option {
  const no = row.noHelp === undefined ? undefined : new Option(`--no-${nameOf(row, name)}`, row.noHelp);
  const flag = row.flag === undefined ? undefined : new Option(row.flag, row.help);
  if (flag) {
    if (row.kind.choices) flag.choices(row.kind.choices);
    // Scripts pass on variables that are not set.
    if (row.env !== undefined && process.env[row.env] !== '') flag.env(row.env);
    if (row.default !== undefined) flag.default(row.default, row.defaultText);
    if (row.conflicts !== undefined) flag.conflicts(attributeOf(row.conflicts, table));
    // The texts are kept until all are known: errors name a variable or a flag.
    flag.argParser((text, before: unknown) => {
      if (before === false) throw together(flag.flags, `--no-${nameOf(row, name)}`);
      return row.kind.fromTexts ? [...(Array.isArray(before) ? (before as string[]) : []), text] : text;
    });
    command.addOption(flag);
  }
  if (no) {
    // Commander would let the later one win. This listener runs before Commander's own.
    command.on(`option:no-${nameOf(row, name)}`, () => {
      if (flag && command.getOptionValue(flag.attributeName()) !== undefined)
        throw together(`--no-${nameOf(row, name)}`, flag.flags);
    });
    command.addOption(no);
  }
  const added = flag ?? no;
  if (!added) throw new Error(`The option ${name} has no flag`);
  return added;
}

/** The checked value; undefined if the option is not set. */
function valueOf(command: Command, row: OptionRow, flag: Option): unknown {
  const set: unknown = command.getOptionValue(flag.attributeName());
  const source = command.getOptionValueSource(flag.attributeName());
  if (source === 'env' && row.ignoresEnv?.(String(set))) return row.default;
  if (source === undefined || source === 'default' || typeof set === 'boolean') return set;
  const { fromText, fromTexts, check } = row.kind;
  const texts = source === 'env' ? separated(row, set as string[]) : (set as string[]);
  const value = fromTexts ? fromTexts(texts) : fromText ? fromText(String(set)) : set;
  return check(value, source === 'env' ? `${row.env} in the environment` : (flag.long ?? flag.flags));
}

/** The values of a variable that holds several. */
function separated({ envSeparator }: OptionRow, texts: readonly string[]): readonly string[] {
  if (envSeparator === undefined) return texts;
  return texts.flatMap((text) => text.split(envSeparator).map((one) => one.trim()));
}

/** `rate-limit`: the name of the flag. */
function nameOf({ flag = '' }: OptionRow, name: string): string {
  return /--([\w-]+)/.exec(flag)?.[1] ?? name;
}

function attributeOf(name: string, table: OptionTable): string {
  return new Option(table[name]?.flag ?? `--${name}`).attributeName();
}

const together = (flag: string, other: string): UserError =>
  new UserError('bad-option', `${flag} cannot be used with ${other}.`, { hint: 'Leave one out.' });
