/** Finds the configuration file of a project, runs it and validates its values. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError, type FilePosition } from '../../base/user-error.js';
import { relativePath } from '../../files/list-scenario-files.js';
import {
  assertOptions,
  deckhandOptionValidators,
  validateOrigins,
  type OptionValidators,
} from '../options/deckhand-options.js';
import { parsePattern } from '../options/option-parsers.js';
import type { DeckhandConfig } from './config.js';
import { evaluateConfig } from './evaluate-config.js';

const CONFIG_FILE_NAMES = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map(
  (extension) => `deckhand.config.${extension}`,
);

const FOLDERS_HINT = 'Expected a folder, or a list of folders.';

const configValidators: OptionValidators<DeckhandConfig> = {
  ...deckhandOptionValidators,
  scenario: (value, label) =>
    parsePattern(value, label, /./, 'Expected the name of a scenario, such as slow-progress.'),
  scenarios: (value, label) => {
    for (const folder of [value].flat()) parsePattern(folder, label, /./, FOLDERS_HINT);
  },
  allowOrigins: validateOrigins,
};

export interface LoadedConfig {
  /** An absolute path. */
  readonly file: string;
  /** Its paths are absolute. */
  readonly config: DeckhandConfig;
}

/** Caches the last file: test runners load it once per test. */
let lastLoaded: (LoadedConfig & { readonly mtimeMs: number }) | undefined;

/**
 * @param folder the folder of the project. Only this folder is searched
 * @param configFile the file, relative to the folder; `false` for none
 * @throws UserError with the position of the first error in the file
 */
export function loadConfig(folder: string, configFile?: string | false): LoadedConfig | undefined {
  const file =
    configFile === false
      ? undefined
      : configFile === undefined
        ? findConfigFile(folder)
        : resolve(folder, configFile);
  if (file === undefined) return undefined;
  if (!existsSync(file))
    throw new UserError('invalid-config', `The configuration file ${relativePath(file)} does not exist.`, {
      hint: 'Write its path relative to the current folder.',
    });
  const { mtimeMs } = statSync(file);
  if (lastLoaded?.file !== file || lastLoaded.mtimeMs !== mtimeMs)
    lastLoaded = { file, config: validateConfig(file, evaluateConfig(file) as DeckhandConfig), mtimeMs };
  return lastLoaded;
}

function findConfigFile(folder: string): string | undefined {
  const [file, other] = CONFIG_FILE_NAMES.map((name) => join(folder, name)).filter((path) =>
    existsSync(path),
  );
  if (file === undefined || other === undefined) return file;
  const message = `There are two configuration files: ${relativePath(file)} and ${relativePath(other)}.`;
  throw new UserError('invalid-config', message, { hint: 'Delete one of them.' });
}

function validateConfig(file: string, config: DeckhandConfig): DeckhandConfig {
  // The types of the values are unknown: the file can be JavaScript.
  for (const [name, value] of Object.entries(config)) {
    try {
      assertOptions({ [name]: value as unknown }, configValidators);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { summary, hint } = error;
      throw new UserError('invalid-config', summary, {
        position: findOptionPosition(file, name),
        ...(hint && { hint }),
      });
    }
  }
  const folder = dirname(file);
  const siblingFolder = join(folder, 'scenarios');
  const isFolder = existsSync(siblingFolder) && statSync(siblingFolder).isDirectory();
  const { replay, scenarios = isFolder ? siblingFolder : [] } = config;
  return {
    ...config,
    ...(typeof replay === 'string' && { replay: resolve(folder, replay) }),
    scenarios: [scenarios].flat().map((one) => resolve(folder, one)),
  };
}

/** Finds where a file sets a value; its start if that is unclear. */
function findOptionPosition(file: string, name: string): FilePosition {
  const lines = readFileSync(file, 'utf8').split('\n');
  const pattern = new RegExp(`(?<![\\w.])["']?${name.replaceAll(/\W/g, '\\$&')}["']?\\s*[:,(}]`);
  const line = lines.findIndex((text) => pattern.test(text));
  const column = lines[line]?.search(pattern) ?? 0;
  return { file: relativePath(file), line: Math.max(line, 0) + 1, column: column + 1 };
}
