/** The options of every mock server. Integrations add their own options to these, and check all names together. */
import type { ReachOptions } from '../reach.js';
import type { ReplayOption } from '../replay-option.js';
import type { ScenarioChoice } from '../scenario-source.js';
import type { Scenarios } from '../scenarios-option.js';
import type { KeysOption } from './keys.js';

export interface DeckhandOptions extends ReachOptions {
  /** The scenario of requests that have no other, by its name, or as an object, a text or a file. Default: `happy-path`. */
  readonly scenario?: ScenarioChoice;
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
   * More API keys: `{ 'my-key': 'ws_dev' }`, each with its workspace. `any`: every key is accepted. `none`: requests without a
   * key are accepted, too. The development keys and `sandbox-<name>` stay valid.
   */
  readonly keys?: KeysOption;
  /** The speed of the clocks, as a multiple of real time. Default: 1. */
  readonly speed?: number;
  /**
   * Scheme, host and port of presentation addresses, or a function that returns them when they are known later. Default:
   * `origin`.
   */
  readonly publicUrl?: string | (() => string);
  /** The number of jobs that a workspace keeps, and of presentations from templates. The oldest are removed. Default: 10,000. */
  readonly maxJobs?: number;
}

/** The options that say which requests the mock server responds to. */
export const REACH_OPTIONS = ['origin', 'basePath', 'unknownPaths'] satisfies (keyof ReachOptions)[];

export const OPTION_NAMES: readonly string[] = [
  'scenario',
  'scenarios',
  'replay',
  'seed',
  'rateLimit',
  'latency',
  'keys',
  ...REACH_OPTIONS,
  'speed',
  'publicUrl',
  'maxJobs',
] satisfies (keyof DeckhandOptions)[];
