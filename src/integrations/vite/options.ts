/** The options of the Vite plugin, and checks of those that only the plugin has. */
import { UserError } from '../../base/user-error.js';
import type { DeckhandOptions } from '../../app/deckhand.js';
import { refuseOrigin } from '../../app/options/address.js';
import { checkNames } from '../../app/options/check.js';
import { OPTION_NAMES } from '../../app/options/deckhand-options.js';

export interface DeckhandPluginOptions extends Omit<DeckhandOptions, 'scenarios' | 'origin'> {
  /**
   * A folder of scenario files, or several, relative to Vite's root. Later folders override earlier ones. Changed files are
   * read again.
   */
  readonly scenarios?: string | readonly string[];
  /** The token that requests to the control API must have. Required if other machines can reach Vite. */
  readonly controlToken?: string;
  /** Allows every page and every machine that can connect to use the control API. */
  readonly openControl?: boolean;
}

/** @throws UserError when an option is unknown, or one of the plugin's own options is wrong */
export function checkOptions(options: DeckhandPluginOptions): void {
  refuseOrigin(options);
  checkNames(options, [...OPTION_NAMES, 'controlToken', 'openControl']);
  const { controlToken, openControl }: { controlToken?: unknown; openControl?: unknown } = options;
  if (controlToken !== undefined && typeof controlToken !== 'string')
    throw new UserError('bad-option', 'controlToken has to be a text.');
  if (openControl !== undefined && typeof openControl !== 'boolean')
    throw new UserError('bad-option', 'openControl has to be true or false.');
}

/** @throws UserError when `scenarios` is neither a string nor a list of strings */
export function foldersOf({ scenarios = [] }: DeckhandPluginOptions): readonly string[] {
  const folders: readonly unknown[] = Array.isArray(scenarios) ? scenarios : [scenarios];
  if (folders.every((folder) => typeof folder === 'string')) return folders;
  throw new UserError('bad-option', 'scenarios has to be a folder of scenario files, or a list of folders.');
}
