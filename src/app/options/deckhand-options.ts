/** The options of every mock server, in code and in the configuration file, and their validation. Entries add more options. */
import { didYouMean } from '../../base/did-you-mean.js';
import { UserError } from '../../base/user-error.js';
import type { RequestMatcherOptions } from '../request-matcher.js';
import type { ReplayOption } from './replay.js';
import type { ScenarioInput } from '../scenario-input.js';
import type { ScenariosOption } from './scenarios.js';
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

/** The options of a mock server. */
export interface DeckhandOptions extends RequestMatcherOptions {
  /** The default scenario: its name, an object, a text or a file. Default: `happy-path`. */
  readonly scenario?: ScenarioInput;
  /**
   * More scenarios: a folder or a file (Node), scenarios by name (objects or texts), or several of these. A scenario with the
   * name of a bundled one replaces it.
   */
  readonly scenarios?: ScenariosOption;
  /**
   * A recording to replay instead of scenarios: the path of a HAR file or of Playwright's .zip file (Node), or a parsed HAR file.
   * Default: none.
   */
  readonly replay?: ReplayOption;
  /** The seed of all random values. Default: 1. */
  readonly seed?: number;
  /** Requests per duration and key, such as `20/1m`. Default: no limit. */
  readonly rateLimit?: string;
  /**
   * How long each response takes, such as `200ms` or `200ms..600ms`, on the clock of its workspace. The seed selects the times.
   * While the clock is paused, responses come immediately. A latency of the scenario overrides it. Default: no latency.
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
   * Scheme, host and port in the URLs of presentations, or a function that returns them if they are known later. Default:
   * `origin`.
   */
  readonly publicUrl?: string | (() => string);
  /** The maximum number of jobs of a workspace, and of its presentations from templates. The oldest are evicted. Default: 10,000. */
  readonly maxStoredJobs?: number;
}

/** Throws a UserError for an invalid value. @param label the option's name in messages */
type OptionValidator = (value: unknown, label: string) => unknown;
export type OptionValidators<Options> = Readonly<Record<keyof Options, OptionValidator>>;
type OptionValidatorMap = Readonly<Record<string, OptionValidator>>;

/** Accepts every value; it is validated where it is used. */
export const acceptAnything: OptionValidator = () => undefined;

const requestMatcherValidators: OptionValidators<RequestMatcherOptions> = {
  origin: parseOrigin,
  basePath: parseBasePath,
  onUnhandledRequest: (value, label) => parseChoice(value, label, ['bypass', 'error']),
};

/** The options of the request matcher. */
export const REQUEST_MATCHER_OPTIONS: readonly string[] = Object.keys(requestMatcherValidators);

export const deckhandOptionValidators: OptionValidators<DeckhandOptions> = {
  scenario: acceptAnything,
  scenarios: acceptAnything,
  replay: acceptAnything,
  seed: (value, label) => parseInteger(value, label, 0),
  rateLimit: parseRateLimitOption,
  latency: parseLatency,
  apiKeys: parseKeysOption,
  ...requestMatcherValidators,
  speed: parsePositiveNumber,
  publicUrl: (value, label) => typeof value === 'function' || parseHttpUrl(value, label),
  maxStoredJobs: (value, label) => parseInteger(value, label, 1, 10_000_000),
};

/** Entries in Node also read the configuration file; `false` disables it. */
export const validateConfigOption: OptionValidator = (value, label) =>
  value === false || parsePath(value, label);

export const validateOrigins: OptionValidator = (value, label) =>
  assertList(value, label, parseOrigin, "['https://app.example.com']");

const { origin, ...withoutOrigin } = deckhandOptionValidators;
/** The options of every server. Its origin is not an option. */
export const serverOptionValidators = {
  ...withoutOrigin,
  config: validateConfigOption,
  allowOrigins: validateOrigins,
};

/**
 * Validates all options of an entry or of the configuration file.
 * @throws UserError for the first that is unknown or invalid
 */
export function assertOptions(options: object, known: OptionValidatorMap = deckhandOptionValidators): void {
  assertKnownOptions(options, Object.keys(known));
  for (const [name, value] of Object.entries(options)) if (value !== undefined) known[name]?.(value, name);
}

/** Validates the options of a server, which cannot have an origin. */
export function assertServerOptions(options: object, known: OptionValidatorMap): void {
  if ('origin' in options && options.origin !== undefined)
    throw new UserError('invalid-option', '"origin" is not an option here: a server has its own origin.', {
      hint:
        'Let your application send its API requests to this server. deckhand/browser, deckhand/node and deckhand/playwright ' +
        'respond to requests to another origin. The origin of presentations is publicUrl.',
    });
  assertOptions(options, known);
}

/**
 * @param path the option that contains these, with a dot
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
