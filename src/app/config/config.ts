/** `deckhand.config.ts`: the options that a project sets once, for the commands and for every integration in Node. */
import type { ReachOptions } from '../reach.js';
import type { DeckhandOptions } from '../options/deckhand-options.js';
import type { ScenarioName } from '../scenario-names.js';

/** Flags and options override these values. */
export interface DeckhandConfig extends Pick<DeckhandOptions, 'keys' | 'rateLimit' | 'latency' | 'seed'> {
  /** The path of the API. It ends in `/api/v1` and can have a prefix: `/backend/api/v1`. Default: `/api/v1`. */
  readonly basePath?: ReachOptions['basePath'];
  /** The scenario of requests that have no other. Default: `happy-path`. */
  readonly scenario?: ScenarioName;
  /** Folders of scenario files, relative to this file. Default: the folder `scenarios` beside it, if there is one. */
  readonly scenarios?: string | readonly string[];
  /** Origins whose pages can read responses, besides those of this machine. */
  readonly allowOrigins?: readonly string[];
}

/** For completion and checks in an editor: `export default defineConfig({ … })`. */
export function defineConfig(config: DeckhandConfig): DeckhandConfig {
  return config;
}
