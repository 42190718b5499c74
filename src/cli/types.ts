/** `deckhand types`: writes the names of your scenarios as TypeScript types. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { UserError } from '../base/user-error.js';
import { counted } from '../base/counted.js';
import { declarationFile, declarationOf, writeIfChanged } from '../files/declaration.js';
import { shown } from '../files/scenario-files.js';
import { collect } from './option-values.js';

interface TypesOptions {
  readonly scenarios?: readonly string[];
  readonly out?: string;
}

export function command(): Command {
  return new Command('types')
    .description('Write TypeScript types: of the names of your scenarios.')
    .option(
      '--scenarios <folder>',
      'a folder with scenario files, or one file (repeatable; default: scenarios)',
      collect,
    )
    .option(
      '-o, --out <file>',
      'the file to write; - prints it (default: src/deckhand-env.d.ts, or deckhand-env.d.ts without src)',
    )
    .addHelpText(
      'after',
      `
Exit codes: 0 the file is written or up to date, 2 a file or a folder cannot be read or written.

Examples:
  deckhand types
  deckhand types --scenarios test/scenarios --out test/deckhand-env.d.ts
`,
    )
    .action(types);
}

function types({ scenarios, out }: TypesOptions): void {
  const folders = scenarios ?? defaultFolder();
  const { text, names } = declarationOf(folders);
  if (out === '-') return void process.stdout.write(text);
  const file = out ?? declarationFile('.');
  const isNew = writeIfChanged(file, text);
  const what = `${counted(names.length, 'scenario')} of ${folders.join(', ')}`;
  process.stdout.write(`${isNew ? 'Wrote' : 'Up to date:'} ${shown(file)}, with ${what}.\n`);
}

function defaultFolder(): readonly string[] {
  if (existsSync('scenarios')) return ['scenarios'];
  throw new UserError('bad-directory', 'There is no folder scenarios here.', {
    hint: 'Name the folder of your scenario files with --scenarios.',
  });
}
