/** Finds the configuration file of a project, checks its values, and adds them to the options of an entry or a command. */
import { existsSync, statSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createRequire } from 'node:module';
import type * as Jiti from 'jiti';
import { UserError, type FilePosition } from '../../base/user-error.js';
import { relativePath } from '../../files/list-scenario-files.js';
import {
  assertOptions,
  deckhandOptionValidators,
  validateOrigins,
  type OptionValidators,
  type DeckhandOptions,
} from '../options/deckhand-options.js';
import { parsePattern } from '../options/option-parsers.js';
import { defineConfig, type DeckhandConfig } from './config.js';

export interface ConfigOption {
  /** The configuration file, from the project's folder. `false` reads none. Default: `deckhand.config.ts`, if there is one. */
  readonly config?: string | false;
}

/** The options that a configuration file can set. */
interface ConfigurableOptions
  extends Pick<DeckhandOptions, 'scenario' | 'scenarios' | 'replay'>, ConfigOption {
  readonly allowOrigins?: readonly string[] | undefined;
}

export interface ResolvedOptions<Options> {
  readonly options: Omit<Options, 'config' | 'allowOrigins'>;
  /** For integrations that serve pages of other origins. */
  readonly allowOrigins: readonly string[];
  /** The file that was read. */
  readonly file: string | undefined;
}

/**
 * Fills unset options from the configuration file. Scenarios of both are used; those of the options
 * override those of the file.
 * @param folder the folder of the project
 * @throws UserError with the position of a mistake in the file
 */
export function resolveOptions<Options extends ConfigurableOptions>(
  { config: configFile, allowOrigins, ...options }: Options,
  folder: string = process.cwd(),
): ResolvedOptions<Options> {
  const { config, file } = loadConfig(folder, configFile) ?? { config: {}, file: undefined };
  const { allowOrigins: fileAllowedOrigins, scenarios = [], replay, ...rest } = config;
  const explicit = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const merged = {
    // A scenario of the options overrides a recording of the file.
    ...(replay !== undefined && options.scenario === undefined && { replay }),
    ...rest,
    ...explicit,
    ...(file !== undefined && { scenarios: [scenarios, options.scenarios ?? []].flat() }),
  };
  return {
    options: merged as unknown as typeof options,
    allowOrigins: allowOrigins ?? fileAllowedOrigins ?? [],
    file,
  };
}

export interface LoadedConfig {
  /** An absolute path. */
  readonly file: string;
  /** Its paths are absolute. */
  readonly config: DeckhandConfig;
}

const CONFIG_FILE_NAMES = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map(
  (ending) => `deckhand.config.${ending}`,
);

/** Caches the last file: test runners load it once per test. */
let last: (LoadedConfig & { readonly mtimeMs: number }) | undefined;

/**
 * @param folder the folder of the project. Only this folder is searched
 * @param configFile the file, relative to the folder; `false` for none
 * @throws UserError with the position of the first mistake in the file
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
    throw new UserError('invalid-config', `The configuration file ${relativePath(file)} is not there.`, {
      hint: 'Write its path from the current folder.',
    });
  const changed = statSync(file).mtimeMs;
  if (last?.file !== file || last.mtimeMs !== changed)
    last = { file, config: validateConfig(file, evaluateConfig(file) as DeckhandConfig), mtimeMs: changed };
  return last;
}

function findConfigFile(folder: string): string | undefined {
  const [file, other] = CONFIG_FILE_NAMES.map((name) => join(folder, name)).filter((path) =>
    existsSync(path),
  );
  if (file === undefined || other === undefined) return file;
  const message = `There are two configuration files: ${relativePath(file)} and ${relativePath(other)}.`;
  throw new UserError('invalid-config', message, { hint: 'Delete one of them.' });
}

const FOLDERS_HINT = 'Expected a folder, or a list of folders.';

const configValidators: OptionValidators<DeckhandConfig> = {
  ...deckhandOptionValidators,
  scenario: (value, where) =>
    parsePattern(value, where, /./, 'Expected the name of a scenario, such as slow-progress.'),
  scenarios: (value, where) => {
    for (const folder of [value].flat()) parsePattern(folder, where, /./, FOLDERS_HINT);
  },
  allowOrigins: validateOrigins,
};

function validateConfig(file: string, config: DeckhandConfig): DeckhandConfig {
  // The types of the values are unknown: the file can be JavaScript.
  for (const [name, value] of Object.entries(config)) {
    try {
      assertOptions({ [name]: value as unknown }, configValidators);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { summary, hint } = error;
      throw new UserError('invalid-config', summary, {
        position: positionOf(file, name),
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

/* Runs a configuration file, in TypeScript or JavaScript, and returns its default export. */

/**
 * Synchronous, because options of test runners are. The file cannot use `await` at its top level.
 * @throws UserError with the position of a mistake
 */
function evaluateConfig(file: string): unknown {
  // Loaded here, because most projects have no such file.
  const { createJiti } = createRequire(import.meta.url)('jiti') as typeof Jiti;
  const run = createJiti(file, {
    fsCache: false,
    moduleCache: false,
    // So that the file can import it when Deckhand is not installed beside it, as with npx.
    virtualModules: { 'deckhand/config': { defineConfig } },
  });
  let module: unknown;
  try {
    module = run(file);
  } catch (cause) {
    throw toConfigError(file, cause);
  }
  const value: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
  if (typeof value === 'object' && value !== null && !(value instanceof Promise) && !isEmptyModule(module))
    return value;
  throw new UserError('invalid-config', 'The configuration is not an object.', {
    position: { file: relativePath(file), line: 1, column: 1 },
    hint: 'Write: export default defineConfig({ scenario: "slow-progress" })',
  });
}

/** An ES module without a default export. */
function isEmptyModule(module: unknown): boolean {
  return typeof module === 'object' && module !== null && '__esModule' in module && !('default' in module);
}

function toConfigError(file: string, cause: unknown): UserError {
  const { message = String(cause), stack = '' } = cause as Partial<Error>;
  // The message of a parser ends with the position.
  const text = message
    .replace(/^ParseError: /, '')
    .split('\n')[0]
    ?.trim();
  const isAwait = /^await is only valid/.test(message);
  return new UserError(
    'invalid-config',
    isAwait ? 'The configuration uses await at its top level.' : `${text}.`.replace(/\.\.$/, '.'),
    {
      position: positionIn(file, `${message}\n${stack}`) ?? { file: relativePath(file), line: 1, column: 1 },
      ...(isAwait && { hint: 'Test runners read it without waiting. Use functions such as readFileSync.' }),
      cause,
    },
  );
}

/** The first `file:line:column` in a text, for this file. */
function positionIn(file: string, text: string): FilePosition | undefined {
  // The parser counts columns from 0.
  const isParser = text.startsWith('ParseError');
  const at = text.indexOf(`${file}:`);
  const [, line, column = '1'] = /^:(\d+)(?::(\d+))?/.exec(text.slice(at + file.length)) ?? [];
  return at < 0 || line === undefined
    ? undefined
    : { file: relativePath(file), line: Number(line), column: Number(column) + (isParser ? 1 : 0) };
}

/** Where a file sets a value; its start if that is unclear. */
function positionOf(file: string, name: string): FilePosition {
  const lines = readFileSync(file, 'utf8').split('\n');
  const pattern = new RegExp(`(?<![\\w.])["']?${name.replaceAll(/\W/g, '\\$&')}["']?\\s*[:,(}]`);
  const line = lines.findIndex((text) => pattern.test(text));
  const column = lines[line]?.search(pattern) ?? 0;
  return { file: relativePath(file), line: Math.max(line, 0) + 1, column: column + 1 };
}
