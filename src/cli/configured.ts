/** The flags of commands that start a mock server, with the values of the configuration file for flags that are not set. */
import type { DeckhandOptions } from '../app/deckhand.js';
import { withConfig, type Configured } from '../app/config/with-config.js';
import { mockServerOptions } from '../app/options/mock-server-options.js';
import { optionsAt, pick } from '../app/options/option.js';
import type { ExecOptions, ServeOptions } from '../app/options/server-options.js';

/** The options of the mock server that all these commands have. */
const NAMES = optionsAt('exec', mockServerOptions).map(([name]) => name as keyof DeckhandOptions);

/** @throws UserError with the position of a mistake in the file */
export function configuredBy(
  flags: Partial<ExecOptions & Pick<ServeOptions, 'allowOrigins'>>,
): Configured<DeckhandOptions> & { readonly folders: readonly string[] } {
  const keys = flags.anyKey ? 'any' : flags.keys === false ? 'none' : flags.keys;
  const options = pick<DeckhandOptions, keyof DeckhandOptions>(
    { ...(flags as DeckhandOptions), keys },
    NAMES,
  );
  const configured = withConfig({ ...options, config: flags.config, allowOrigins: flags.allowOrigins });
  const { scenarios, ...others } = configured.options;
  const folders = [scenarios ?? []].flat().filter((folder) => typeof folder === 'string');
  return { ...configured, options: others, folders };
}
