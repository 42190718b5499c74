/** Adds the values of the configuration file to the options of an integration or the flags of a command. */
import type { DeckhandOptions } from '../options/deckhand-options.js';
import { loadConfig } from './load-config.js';

export interface ConfigOption {
  /** The configuration file, from the project's folder. `false` reads none. Default: `deckhand.config.ts`, if there is one. */
  readonly config?: string | false;
}

/** The options that a configuration file can set. */
interface Configurable extends Pick<DeckhandOptions, 'scenarios'>, ConfigOption {
  readonly allowOrigins?: readonly string[] | undefined;
}

export interface Configured<Options> {
  readonly options: Omit<Options, 'config' | 'allowOrigins'>;
  /** For integrations that serve pages of other origins. */
  readonly allowOrigins: readonly string[];
  /** The file that was read. */
  readonly file: string | undefined;
}

/**
 * The options, with the values of the file for options that are not set. Scenarios of both are used; those of the options
 * override those of the file.
 * @param folder the folder of the project
 * @throws UserError with the position of a mistake in the file
 */
export function withConfig<Options extends Configurable>(
  { config: named, allowOrigins, ...options }: Options,
  folder: string = process.cwd(),
): Configured<Options> {
  const loaded = loadConfig(folder, named);
  if (!loaded) return { options, allowOrigins: allowOrigins ?? [], file: undefined };
  const { allowOrigins: ofFile, scenarios = [], ...config } = loaded.config;
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const merged = { ...config, ...set, scenarios: [scenarios, options.scenarios ?? []].flat() };
  return {
    options: merged as unknown as typeof options,
    allowOrigins: allowOrigins ?? ofFile ?? [],
    file: loaded.file,
  };
}
