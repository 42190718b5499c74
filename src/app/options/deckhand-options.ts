/**
 * The options of every mock server, in code and in the configuration file, and the one function that checks them. Entries add
 * options of their own.
 */
import { didYouMean } from '../../base/did-you-mean.js';
import { UserError } from '../../base/user-error.js';
import type { RequestMatcherOptions } from '../request-matcher.js';
import type { ReplayOption } from '../replay-workspaces.js';
import type { ScenarioInput } from '../scenario-input.js';
import type { Scenarios } from './scenarios.js';
import { parseHttpUrl, parseBasePath, parseOrigin } from './urls.js';
import { parseKeysOption, type KeysOption } from './keys.js';
import {
  parseChoice,
  parseLatency,
  assertList,
  parsePositiveNumber,
  parseRateLimitOption,
  parsePath,
  parseInteger,
} from './option-parsers.js';

export interface DeckhandOptions extends RequestMatcherOptions {
  /** The scenario of requests that have no other, by its name, or as an object, a text or a file. Default: `happy-path`. */
  readonly scenario?: ScenarioInput;
  /**
   * More scenarios: a folder or a file (Node), scenarios by name (objects or texts), or several of these. A scenario with the
   * name of a bundled one replaces it.
   */
  readonly scenarios?: Scenarios;
  /**
   * A recording to play in place of scenarios: the path of a HAR file or of Playwright's .zip file (Node), or a parsed HAR file.
   * Default: none.
   */
  readonly replay?: ReplayOption;
  /** The seed of all random values. Default: 1. */
  readonly seed?: number;
  /** Requests per time and key, such as `20/1m`. Default: no limit. */
  readonly rateLimit?: string;
  /**
   * How long each response takes, such as `200ms` or `200ms..600ms`, on the clock of its workspace. The seed draws the times.
   * While the clock is paused, responses come at once. A latency of the scenario overrides it. Default: no latency.
   */
  readonly latency?: string;
  /**
   * More API keys: `{ 'my-key': 'ws_dev' }`, each with its workspace. `any`: every key is accepted. `optional`: requests without a
   * key are accepted, too. The development keys and `sandbox-<name>` stay valid.
   */
  readonly apiKeys?: KeysOption;
  /** The speed of the clocks, as a multiple of real time. Default: 1. */
  readonly speed?: number;
  /**
   * Scheme, host and port of presentation addresses, or a function that returns them when they are known later. Default:
   * `origin`.
   */
  readonly publicUrl?: string | (() => string);
  /** The number of jobs that a workspace keeps, and of presentations from templates. The oldest are removed. Default: 10,000. */
  readonly maxStoredJobs?: number;
}

/** Throws a UserError for an invalid value. @param label the option's name in messages */
type OptionValidator = (value: unknown, where: string) => unknown;
export type OptionValidators<Options> = Readonly<Record<keyof Options, OptionValidator>>;
type Checks = Readonly<Record<string, OptionValidator>>;

/** Accepts every value; it is validated where it is used. */
export const acceptAnything: OptionValidator = () => undefined;

const requestMatcherValidators: OptionValidators<RequestMatcherOptions> = {
  origin: parseOrigin,
  basePath: parseBasePath,
  onUnhandledRequest: (value, where) => parseChoice(value, where, ['bypass', 'error']),
};

/** The options of the request matcher. */
export const REQUEST_MATCHER_OPTIONS: readonly string[] = Object.keys(requestMatcherValidators);

export const deckhandOptionValidators: OptionValidators<DeckhandOptions> = {
  scenario: acceptAnything,
  scenarios: acceptAnything,
  replay: acceptAnything,
  seed: (value, where) => parseInteger(value, where, 0),
  rateLimit: parseRateLimitOption,
  latency: parseLatency,
  apiKeys: parseKeysOption,
  ...requestMatcherValidators,
  speed: parsePositiveNumber,
  publicUrl: (value, where) => typeof value === 'function' || parseHttpUrl(value, where),
  maxStoredJobs: (value, where) => parseInteger(value, where, 1, 10_000_000),
};

/** Entries in Node read the configuration file, too. `false` reads none. */
export const validateConfigOption: OptionValidator = (value, where) =>
  value === false || parsePath(value, where);

export const validateOrigins: OptionValidator = (value, where) =>
  assertList(value, where, parseOrigin, "['https://app.example.com']");

const { origin, ...withoutOrigin } = deckhandOptionValidators;
/** The options of every server. It has an origin of its own. */
export const serverOptionValidators = {
  ...withoutOrigin,
  config: validateConfigOption,
  allowOrigins: validateOrigins,
};

/**
 * Checks all options of an entry or of the configuration file.
 * @throws UserError for the first that is unknown or invalid
 */
export function assertOptions(options: object, known: Checks = deckhandOptionValidators): void {
  assertKnownOptions(options, Object.keys(known));
  for (const [name, value] of Object.entries(options)) if (value !== undefined) known[name]?.(value, name);
}

/** The same for a server. */
export function assertServerOptions(options: object, known: Checks): void {
  if ('origin' in options && options.origin !== undefined)
    throw new UserError('invalid-option', '"origin" is not an option here: a server has its own origin.', {
      hint:
        'Let your application send its API requests to this server. deckhand/browser, deckhand/node and deckhand/playwright ' +
        'respond to requests to another origin. The origin of presentations is publicUrl.',
    });
  assertOptions(options, known);
}

/**
 * @param path the option that these are part of, with a dot
 * @throws UserError with the first option that is unknown
 */
export function assertKnownOptions(options: object, known: readonly string[], path = ''): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new UserError('invalid-option', `Unknown option "${path}${name}".${didYouMean(name, known)}`, {
      hint: `There are: ${known.join(', ')}`,
    });
  }
}
