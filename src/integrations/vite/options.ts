/** The options of the Vite plugin. */
import type { DeckhandOptions } from '../../app/deckhand.js';
import type { ConfigOption } from '../../app/config/resolve-options.js';

/** Paths in `scenarios`, `scenario` and `replay` are relative to Vite's root. Changed scenario files are reloaded. */
export interface DeckhandPluginOptions extends Omit<DeckhandOptions, 'origin'>, ConfigOption {
  /** Origins of pages that can read responses, in addition to those of this machine and of Vite. */
  readonly allowOrigins?: readonly string[];
  /** How requests are logged in Vite's terminal. Default: `pretty`, as `deckhand serve` logs them. */
  readonly log?: 'pretty' | 'json' | 'silent';
  /**
   * Writes a declaration with the names of your scenarios for TypeScript, and keeps it up to date: `true` for
   * `src/deckhand-env.d.ts`, or another file.
   */
  readonly scenarioTypes?: boolean | string;
  /** The token that requests to the control API must have. Without it, only this machine can use the control API. */
  readonly controlToken?: string;
}
