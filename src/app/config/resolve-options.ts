/** Merges the options of an entry or a command with the configuration file of the project. */
import type { DeckhandOptions } from '../options/deckhand-options.js';
import { loadConfig } from './load-config.js';

export interface ConfigOption {
  /** The configuration file, relative to the project's folder. `false` reads none. Default: `deckhand.config.ts`, if it exists. */
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
 * @throws UserError with the position of an error in the file
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
