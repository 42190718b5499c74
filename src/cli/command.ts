/** Commander's command, with parsed flags and notes below its help. */
import { Command, type Option, type OptionValueSource } from 'commander';
import { UserError } from '../base/user-error.js';
import { Flag } from './flag.js';

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
    const previous: unknown = isSetAgain ? this.getOptionValue(name) : undefined;
    const option = this.options.find((one) => one instanceof Flag && one.attributeName() === name);
    // Commander would let the later one win.
    if (option && isSetAgain && (previous === false) !== (value === false))
      throw new UserError('invalid-option', `${option.long} cannot be used with --no-${option.name()}.`, {
        hint: 'Omit one of them.',
      });
    if (!(option instanceof Flag) || typeof value !== 'string' || source === 'default')
      return super.setOptionValueWithSource(name, value, source as OptionValueSource);
    const isVariable = source === 'env';
    const where = isVariable ? `${option.envVar} in the environment` : (option.long ?? option.flags);
    const parsed = option.parse(value, where, previous as never, isVariable);
    return super.setOptionValueWithSource(name, parsed, source as OptionValueSource);
  }
}
