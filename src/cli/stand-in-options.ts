/** The flags of a stand-in, shared by the commands that start one, and their values as options of `Deckhand`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { UserError } from '../base/user-error.js';
import { DEFAULT_WORKSPACE, type DeckhandOptions } from '../app/deckhand.js';
import { withConfig, type Configured } from '../setup/with-config.js';
import type { ScenarioName } from '../app/scenario-names.js';
import { needBasePath } from '../app/options/address.js';
import { troubleWithKey, troubleWithWorkspace } from '../app/options/keys.js';
import { collect, latency, positiveNumber, rateLimit, wholeNumber, withRedact } from './option-values.js';

export interface StandInFlags {
  readonly scenario?: string;
  readonly scenarios?: readonly string[];
  readonly speed?: number;
  readonly rateLimit?: string;
  readonly latency?: string;
  readonly seed?: number;
  readonly basePath?: string;
  /** False with `--no-key`. */
  readonly key?: Readonly<Record<string, string>> | false;
  readonly anyKey?: boolean;
  /** False with `--no-config`. */
  readonly config?: string | false;
}

export function addStandInFlags(command: Command): Command {
  return withRedact(
    command
      .option(
        '--scenario <name>',
        'the scenario of jobs whose request does not select one (default: "happy-path")',
      )
      .option('--scenarios <folder>', 'a folder with more scenario files (repeatable)', collect)
      .option(
        '--speed <factor>',
        'how many times faster than real time the clocks run (default: 1)',
        positiveNumber,
      )
      .option('--rate-limit <rate>', 'the limit for each key, as requests per time, such as 20/1m', rateLimit)
      .option('--latency <time>', 'how long each response takes, such as 200ms or 200ms..600ms', latency)
      .option('--seed <number>', 'the seed of all random values (default: 1)', wholeNumber(0, 2 ** 31 - 1))
      .option(
        '--base-path <path>',
        'the path of the API; it can have a prefix: /backend/api/v1 (default: "/api/v1")',
        basePath,
      )
      .option(
        '--key <key>',
        'another API key, as KEY or KEY=WORKSPACE; a new workspace is created (repeatable)',
        key,
      )
      .addOption(new Option('--any-key', 'accept every API key').conflicts('key'))
      // Commander would let the later of --key and --no-key win. This listener runs before Commander's own.
      .on('option:no-key', () => {
        if (command.getOptionValue('key') !== undefined)
          command.error("error: option '--no-key' cannot be used with option '--key <key>'");
      })
      .option('--no-key', 'accept requests without an API key, too')
      .option('--config <file>', 'the configuration file (default: deckhand.config.ts, if there is one)')
      .option('--no-config', 'read no configuration file'),
  );
}

/**
 * The flags as options, and the values of the configuration file for flags that are not set.
 * @throws UserError with the place of a mistake in the file
 */
export function configuredBy(
  flags: StandInFlags & { readonly allowOrigin?: readonly string[] },
): Configured<DeckhandOptions> & { readonly folders: readonly string[] } {
  const { config, allowOrigin, scenarios = [] } = flags;
  const configured = withConfig({
    ...optionsOf(flags),
    scenarios,
    ...(config !== undefined && { config }),
    ...(allowOrigin && { allowOrigins: allowOrigin }),
  });
  const { scenarios: folders, ...options } = configured.options;
  return { ...configured, options, folders: [folders].flat().filter((folder) => typeof folder === 'string') };
}

/** Flags that the user did not set are left out. */
function optionsOf(flags: StandInFlags): DeckhandOptions {
  const { scenario, speed, rateLimit: rate, latency: time, seed, basePath: path, key: keys, anyKey } = flags;
  return {
    ...(scenario !== undefined && { scenario: scenario as ScenarioName }),
    ...(speed !== undefined && { speed }),
    ...(rate !== undefined && { rateLimit: rate }),
    ...(time !== undefined && { latency: time }),
    ...(seed !== undefined && { seed }),
    ...(path !== undefined && { basePath: path }),
    ...(anyKey && { keys: 'any' as const }),
    ...(keys === false && { keys: 'none' as const }),
    ...(typeof keys === 'object' && { keys }),
  };
}

function basePath(text: string): string {
  try {
    return needBasePath(text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new InvalidArgumentError(error.hint ?? error.message);
  }
}

function key(text: string, before: Readonly<Record<string, string>> | false = {}): Record<string, string> {
  if (before === false) throw new InvalidArgumentError('It cannot be used with --no-key.');
  const [, value = text, id = DEFAULT_WORKSPACE] = /^(.+)=([^=]+)$/s.exec(text) ?? [];
  const trouble = troubleWithKey(value) ?? troubleWithWorkspace(id);
  if (trouble !== undefined) throw new InvalidArgumentError(trouble);
  return { ...before, [value]: id };
}
