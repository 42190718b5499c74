/** Finds the configuration file of a project and checks its values. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../base/user-error.js';
import { needBasePath, needOrigins } from '../app/options/address.js';
import { checkNames, needLatency, needRate, needWhole } from '../app/options/check.js';
import { withKeys } from '../app/options/keys.js';
import { shown } from '../files/scenario-files.js';
import type { DeckhandConfig } from './config.js';
import { placeOf, runConfig } from './run-config.js';

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
 * @throws UserError with the place of the first mistake in the file
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

/** Checks of single values. The types of a value are unknown: the file can be JavaScript. */
const CHECKS: Readonly<Record<keyof DeckhandConfig, (value: never) => unknown>> = {
  keys: (keys: unknown) => withKeys({ workspaces: [], apiKeys: [], templates: [] }, keys, String),
  basePath: (path: unknown) => needBasePath(path),
  rateLimit: (rate: string) => needRate(rate),
  latency: (latency: string) => needLatency(latency),
  seed: (seed: number) => needWhole('seed', seed, 0),
  allowOrigins: (origins: unknown) => needOrigins('allowOrigins', origins),
  scenario: (name: unknown) => needText('scenario', name, 'the name of a scenario, such as slow-progress'),
  scenarios: (folders: unknown) => {
    for (const folder of [folders].flat()) needText('scenarios', folder, 'a folder, or a list of folders');
  },
};

function checked(file: string, config: DeckhandConfig): DeckhandConfig {
  for (const name of Object.keys(config))
    at(file, name, () => checkNames({ [name]: undefined }, Object.keys(CHECKS)));
  for (const [name, check] of Object.entries(CHECKS)) {
    const value = config[name as keyof DeckhandConfig];
    if (value !== undefined) at(file, name, () => check(value as never));
  }
  const beside = join(dirname(file), 'scenarios');
  const folders = config.scenarios ?? (existsSync(beside) && statSync(beside).isDirectory() ? beside : []);
  return { ...config, scenarios: [folders].flat().map((folder) => resolve(dirname(file), folder)) };
}

/** Adds the place in the file to an error. */
function at(file: string, name: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { message, hint } = error;
    throw new UserError('bad-config', message, { place: placeOf(file, name), ...(hint && { hint }) });
  }
}

function needText(name: string, value: unknown, wanted: string): void {
  if (typeof value !== 'string' || value === '')
    throw new UserError('bad-option', `${name} must be ${wanted}.`);
}
