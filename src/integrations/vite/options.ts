/** The options of the Vite plugin, and checks of those that only the plugin has. */
import { UserError } from '../../base/user-error.js';
import type { DeckhandOptions } from '../../app/deckhand.js';
import { needOrigins, refuseOrigin } from '../../app/options/address.js';
import type { ConfigOption } from '../../setup/with-config.js';
import { checkNames } from '../../app/options/check.js';
import { OPTION_NAMES } from '../../app/options/deckhand-options.js';

/** Paths in `scenarios` and `scenario` are relative to Vite's root. Changed files of `scenarios` are read again. */
export interface DeckhandPluginOptions extends Omit<DeckhandOptions, 'origin'>, ConfigOption {
  /** Origins of pages that can read responses, in addition to those of this machine and of Vite. */
  readonly allowOrigins?: readonly string[];
  /** How requests are logged in Vite's terminal. Default: `pretty`, as `deckhand serve` logs them. */
  readonly log?: 'pretty' | 'json' | 'silent';
  /**
   * Writes the declaration that makes the names of your scenarios known to TypeScript, and keeps it up to date: `true` for
   * `src/deckhand-env.d.ts`, or another file.
   */
  readonly types?: boolean | string;
  /** The token that requests to the control API must have. Required if other machines can reach Vite. */
  readonly controlToken?: string;
  /** Accepts the development keys and `sandbox-<name>` keys also from other machines and through a proxy. */
  readonly developmentKeys?: boolean;
  /** Allows every page and every machine that can connect to use the control API. */
  readonly openControl?: boolean;
}

const STYLES: readonly DeckhandPluginOptions['log'][] = ['pretty', 'json', 'silent'];

/** @throws UserError when an option is unknown, or one of the plugin's own options is wrong */
export function checkOptions(options: DeckhandPluginOptions): void {
  refuseOrigin(options);
  checkNames(options, [
    ...OPTION_NAMES,
    'allowOrigins',
    'config',
    'log',
    'types',
    'controlToken',
    'openControl',
    'developmentKeys',
  ]);
  const {
    controlToken,
    openControl,
    developmentKeys,
    allowOrigins,
    log,
    types,
  }: Readonly<Record<string, unknown>> = {
    ...options,
  };
  if (allowOrigins !== undefined) needOrigins('allowOrigins', allowOrigins);
  if (log !== undefined && !STYLES.some((style) => style === log))
    throw new UserError('bad-option', 'log must be "pretty", "json" or "silent".');
  if (controlToken !== undefined && typeof controlToken !== 'string')
    throw new UserError('bad-option', 'controlToken must be a string.');
  if (openControl !== undefined && typeof openControl !== 'boolean')
    throw new UserError('bad-option', 'openControl must be true or false.');
  if (developmentKeys !== undefined && typeof developmentKeys !== 'boolean')
    throw new UserError('bad-option', 'developmentKeys must be true or false.');
  if (types !== undefined && typeof types !== 'boolean' && typeof types !== 'string')
    throw new UserError('bad-option', 'types must be true, false, or the path of a file.');
}
