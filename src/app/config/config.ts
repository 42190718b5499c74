/** `deckhand.config.ts`: the options that a project sets once, for the commands and for every integration in Node. */
import type { DeckhandOptions } from '../options/deckhand-options.js';
import type { ScenarioName } from '../scenario-names.js';

/** Flags and options in code override these values. Paths are relative to this file. */
export interface DeckhandConfig extends Omit<DeckhandOptions, 'scenario' | 'scenarios'> {
  /** The default scenario. Default: `happy-path`. */
  readonly scenario?: ScenarioName;
  /** Folders of scenario files. Default: the folder `scenarios` next to this file, if it exists. */
  readonly scenarios?: string | readonly string[];
  /** Origins whose pages can read responses, in addition to those of this machine. */
  readonly allowOrigins?: readonly string[];
}

/** For completion and type checks in an editor: `export default defineConfig({ … })`. */
export function defineConfig(config: DeckhandConfig): DeckhandConfig {
  return config;
}
