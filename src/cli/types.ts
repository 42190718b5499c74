/** `deckhand types`: writes TypeScript types, of the names of your scenarios or of the shapes that `deckhand learn` saw. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { UserError } from '../base/user-error.js';
import { counted } from '../base/counted.js';
import { declarationFile, declarationOf, fileBesideCode, writeIfChanged } from '../files/declaration.js';
import { shown } from '../files/scenario-files.js';
import { collect } from './option-values.js';
import { configuredBy } from './stand-in-options.js';

interface TypesOptions {
  readonly scenarios?: readonly string[];
  readonly out?: string;
  readonly overlay?: string;
}

export function command(): Command {
  return new Command('types')
    .description('Write TypeScript types: of the names of your scenarios, or of what `deckhand learn` saw.')
    .option(
      '--scenarios <folder>',
      'a folder with scenario files, or one file (repeatable; default: those of deckhand.config.ts, or scenarios)',
      collect,
    )
    .option(
      '--overlay <file>',
      'write the types of the service as this overlay of `deckhand learn` describes it, instead of the names',
    )
    .option(
      '-o, --out <file>',
      'the file to write; - prints it (default: deckhand-env.d.ts, or deckhand-service.d.ts with --overlay, in src if it exists)',
    )
    .addHelpText(
      'after',
      `
Exit codes: 0 the file is written or up to date, 2 a file or a folder cannot be read or written.

Examples:
  deckhand types
  deckhand types --scenarios test/scenarios --out test/deckhand-env.d.ts
  deckhand types --overlay learned.yaml --out src/service.d.ts
`,
    )
    .action(types);
}

async function types({ scenarios, out, overlay }: TypesOptions): Promise<void> {
  if (overlay !== undefined && scenarios !== undefined)
    throw new UserError('bad-option', '--overlay and --scenarios write different files.', {
      hint: 'Run the command once for each.',
    });
  if (overlay === undefined) return writeNames(scenarios ?? defaultFolder(), out);
  // The types of schemas need a large package.
  const { overlayTypes } = await import('./overlay-types.js');
  write(
    await overlayTypes(overlay),
    out ?? fileBesideCode('.', 'deckhand-service.d.ts'),
    `the types of ${overlay}`,
  );
}

function writeNames(folders: readonly string[], out: string | undefined): void {
  const { text, names } = declarationOf(folders);
  const what = `${counted(names.length, 'scenario')} of ${folders.join(', ')}`;
  write(text, out ?? declarationFile('.'), what);
}

function write(text: string, file: string, what: string): void {
  if (file === '-') return void process.stdout.write(text);
  const isNew = writeIfChanged(file, text);
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
