/** `deckhand scenario types`: writes the names of your scenarios as TypeScript types. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { needPath } from '../app/options/parsers.js';
import { UserError } from '../base/user-error.js';
import { counted } from '../base/text/counted.js';
import { declarationFile, declarationOf, writeIfChanged } from '../files/declaration.js';
import { shown } from '../files/scenario-files.js';
import { CheckedCommand, Flag } from './flag.js';
import { configuredBy, scenariosFlag } from './shared-options.js';

interface TypesOptions {
  readonly scenarios?: readonly string[];
  readonly out?: string;
}

const flags = [
  scenariosFlag(
    'a folder with scenario files, or one file (repeatable; default: those of deckhand.config.ts, or scenarios)',
  ),
  new Flag(
    '-o, --out <file>',
    'the file to write; - prints it (default: deckhand-env.d.ts, in src if it exists)',
    needPath,
  ),
];

export function typesCommand(): Command {
  return new CheckedCommand('types')
    .description('Write the names of your scenarios as TypeScript types, for editors and tsc.')
    .addOptions(...flags)
    .addNotes(
      `Exit codes:
  0  the file is written, or up to date
  2  a file or a folder cannot be read or written

Examples:
  deckhand scenario types
  deckhand scenario types --scenarios stories --out types/deckhand-env.d.ts
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
