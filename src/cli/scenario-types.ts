/** `deckhand scenario types`: writes the names of a project's scenarios as TypeScript types. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { parsePath } from '../app/options/option-parsers.js';
import { pluralize } from '../base/text/pluralize.js';
import { UserError } from '../base/user-error.js';
import { relativePath } from '../files/list-scenario-files.js';
import { defaultTypesFile, generateScenarioTypes, writeIfChanged } from '../files/scenario-types.js';
import { CliCommand } from './command.js';
import { Flag } from './flag.js';
import { resolveMockServerFlags, scenariosFlag } from './shared-options.js';

interface TypesOptions {
  readonly scenarios?: readonly string[];
  readonly output?: string;
}

const flags = [
  scenariosFlag(
    'a folder with scenario files, or one file (repeatable; default: those of deckhand.config.ts, or scenarios)',
  ),
  new Flag(
    '-o, --output <file>',
    'the file to write; - prints it (default: deckhand-env.d.ts, in src if it exists)',
    parsePath,
  ),
];

export function typesCommand(): Command {
  return new CliCommand('types')
    .description('Write the names of your scenarios as TypeScript types, for editors and tsc.')
    .addOptions(...flags)
    .addNotes(
      `Exit codes:
  0  the file is written, or up to date
  2  a file or a folder cannot be read or written

Examples:
  deckhand scenario types
  deckhand scenario types --scenarios checkout --output types/deckhand-env.d.ts
`,
    )
    .action(types);
}

function types({ scenarios, output }: TypesOptions): void {
  const folders = scenarios ?? defaultFolder();
  const { text, names } = generateScenarioTypes(folders);
  if (output === '-') return void process.stdout.write(text);
  const file = output ?? defaultTypesFile('.');
  const isNew = writeIfChanged(file, text);
  const what = `${pluralize(names.length, 'scenario')} of ${folders.join(', ')}`;
  process.stdout.write(`${isNew ? 'Wrote' : 'Up to date:'} ${relativePath(file)}, with ${what}.\n`);
}

function defaultFolder(): readonly string[] {
  const { folders } = resolveMockServerFlags({});
  if (folders.length > 0) return folders.map(relativePath);
  if (existsSync('scenarios')) return ['scenarios'];
  throw new UserError('invalid-path', 'The folder scenarios does not exist.', {
    hint: 'Name the folder of your scenario files with --scenarios.',
  });
}
