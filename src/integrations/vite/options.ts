/** The options of the Vite plugin, and checks of those that only the plugin has. */
import { UserError } from '../../base/user-error.js';
import type { DeckhandOptions } from '../../app/deckhand.js';
import { refuseOrigin } from '../../app/options/address.js';
import { checkNames } from '../../app/options/check.js';
import { OPTION_NAMES } from '../../app/options/deckhand-options.js';

/** Paths in `scenarios` and `scenario` are relative to Vite's root. Changed files of `scenarios` are read again. */
export interface DeckhandPluginOptions extends Omit<DeckhandOptions, 'origin'> {
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
