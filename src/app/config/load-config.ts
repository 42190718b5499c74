/** Finds the configuration file of a project and checks its values. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../base/user-error.js';
import { checkNames } from '../options/check.js';
import { mockServerOptions, projectOptions } from '../options/mock-server-options.js';
import { optionsAt } from '../options/option.js';
import { shown } from '../../files/scenario-files.js';
import type { DeckhandConfig } from './config.js';
import { positionOf, runConfig } from './run-config.js';

export interface LoadedConfig {
  /** An absolute path. */
  readonly file: string;
  /** Its scenario folders are absolute paths. */
  readonly config: DeckhandConfig;
}

const NAMES = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((ending) => `deckhand.config.${ending}`);

/** The last file that was read: test runners ask for it once for each test. */
let last: (LoadedConfig & { readonly changed: number }) | undefined;

/**
 * @param folder the folder of the project. Only this folder is searched
 * @param named the file, relative to the folder; `false` for none
 * @throws UserError with the position of the first mistake in the file
 */
export function loadConfig(folder: string, named?: string | false): LoadedConfig | undefined {
  const file = named === false ? undefined : named === undefined ? find(folder) : resolve(folder, named);
  if (file === undefined) return undefined;
  if (!existsSync(file))
    throw new UserError('bad-config', `The configuration file ${shown(file)} is not there.`, {
      hint: 'Write its path from the current folder.',
    });
  const changed = statSync(file).mtimeMs;
  if (last?.file !== file || last.changed !== changed)
    last = { file, config: checked(file, runConfig(file) as DeckhandConfig), changed };
  return last;
}

function find(folder: string): string | undefined {
  const [file, other] = NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (file === undefined || other === undefined) return file;
  throw new UserError(
    'bad-config',
    `There are two configuration files: ${shown(file)} and ${shown(other)}.`,
    {
      hint: 'Delete one of them.',
    },
  );
}

const ROWS = new Map(
  optionsAt('deckhand.config.ts', { ...mockServerOptions, ...projectOptions }).map(([name, row]) => [
    name,
    row.inConfig ?? row.kind,
  ]),
);

function checked(file: string, config: DeckhandConfig): DeckhandConfig {
  // The types of the values are unknown: the file can be JavaScript.
  for (const [name, value] of Object.entries(config)) {
    at(file, name, () => checkNames({ [name]: undefined }, [...ROWS.keys()]));
    if (value !== undefined) at(file, name, () => ROWS.get(name)?.check(value, name));
  }
  const beside = join(dirname(file), 'scenarios');
  const folders = config.scenarios ?? (existsSync(beside) && statSync(beside).isDirectory() ? beside : []);
  return { ...config, scenarios: [folders].flat().map((folder) => resolve(dirname(file), folder)) };
}

/** Adds the position in the file to an error. */
function at(file: string, name: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { summary, hint } = error;
    throw new UserError('bad-config', summary, { position: positionOf(file, name), ...(hint && { hint }) });
  }
}
