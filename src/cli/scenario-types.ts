/** `deckhand scenario types`: writes the names of your scenarios as TypeScript types. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { typesOptions, type TypesOptions } from '../app/options/scenario-options.js';
import { UserError } from '../base/user-error.js';
import { counted } from '../base/text/counted.js';
import { declarationFile, declarationOf, writeIfChanged } from '../files/declaration.js';
import { shown } from '../files/scenario-files.js';
import { addOptions } from './command-options.js';
import { configuredBy } from './configured.js';

export function typesCommand(): Command {
  const command = new Command('types').description(
    'Write the names of your scenarios as TypeScript types, for editors and tsc.',
  );
  return addOptions(command, 'scenario types', typesOptions)
    .addHelpText(
      'after',
      `
Exit codes: 0 the file is written or up to date, 2 a file or a folder cannot be read or written.

Examples:
  deckhand scenario types
  deckhand scenario types --scenarios test/scenarios --out test/deckhand-env.d.ts
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
  const { folders } = configuredBy({});
  if (folders.length > 0) return folders.map(shown);
  if (existsSync('scenarios')) return ['scenarios'];
  throw new UserError('bad-directory', 'There is no folder scenarios here.', {
    hint: 'Name the folder of your scenario files with --scenarios.',
  });
}
