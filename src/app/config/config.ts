/** `deckhand.config.ts`: the options that a project sets once, for the commands and for every integration in Node. */
import type { DeckhandOptions } from '../options/deckhand-options.js';
import type { ScenarioName } from '../scenario-names.js';

/** Flags and options in code override these values. Paths are relative to this file. */
export interface DeckhandConfig extends Omit<DeckhandOptions, 'scenario' | 'scenarios'> {
  /** The scenario of requests that have no other. Default: `happy-path`. */
  readonly scenario?: ScenarioName;
  /** Folders of scenario files. Default: the folder `scenarios` beside this file, if there is one. */
  readonly scenarios?: string | readonly string[];
  /** Origins whose pages can read responses, besides those of this machine. */
  readonly allowOrigins?: readonly string[];
}

/** For completion and checks in an editor: `export default defineConfig({ … })`. */
export function defineConfig(config: DeckhandConfig): DeckhandConfig {
  return config;
}
