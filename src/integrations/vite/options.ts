/** The options of the Vite plugin, and what can be wrong with those that only it has. */
import { UserError } from '../../base/user-error.js';
import { OPTION_NAMES, type DeckhandOptions } from '../../app/deckhand.js';
import { checkNames } from '../../app/options.js';

export interface DeckhandPluginOptions extends Omit<DeckhandOptions, 'scenarios'> {
  /**
   * A folder of scenario files, or several, later ones over earlier ones; from Vite's root. They are read again when they
   * are saved.
   */
  readonly scenarios?: string | readonly string[];
  /** What requests to the control API have to bring. Needed when other machines can reach Vite. */
  readonly controlToken?: string;
  /** Lets every page and every machine that reaches it use the control API. */
  readonly openControl?: boolean;
}

/** @throws UserError when there is no such option, or one of the plugin's own is wrong */
export function checkOptions(options: DeckhandPluginOptions): void {
  checkNames(options, [...OPTION_NAMES, 'controlToken', 'openControl']);
  const { controlToken, openControl }: { controlToken?: unknown; openControl?: unknown } = options;
  if (controlToken !== undefined && typeof controlToken !== 'string')
    throw new UserError('bad-option', 'controlToken has to be a text.');
  if (openControl !== undefined && typeof openControl !== 'boolean')
    throw new UserError('bad-option', 'openControl has to be true or false.');
}

/** @throws UserError when they are no folders */
export function foldersOf({ scenarios = [] }: DeckhandPluginOptions): readonly string[] {
  const folders: readonly unknown[] = Array.isArray(scenarios) ? scenarios : [scenarios];
  if (folders.every((folder) => typeof folder === 'string')) return folders;
  throw new UserError('bad-option', 'scenarios has to be a folder of scenario files, or a list of folders.');
}
