/** Who can use a started server: decides the control token and the keys, and generates those that are missing. */
import { randomBytes } from 'node:crypto';
import type { DeckhandOptions } from '../app/deckhand.js';
import type { KeysOption } from '../app/options/keys.js';
import { isReachable } from '../transports/exposure.js';
import type { ServeOptions } from '../app/options/server-options.js';

export interface Access {
  /** Whether other machines can connect, also through a proxy on this machine. */
  readonly isExposed: boolean;
  /** Whether the keys that everybody knows open nothing, because other machines could guess them. */
  readonly needsOwnKeys: boolean;
  /** The control token, if there is one. */
  readonly token: string | undefined;
  /** The same, if it was generated. */
  readonly newToken: string | undefined;
  /** The keys of the options, or the generated ones. */
  readonly keys: KeysOption | undefined;
  /** Generated keys, with their workspaces. */
  readonly newKeys: Readonly<Record<string, string>> | undefined;
  /** What makes the server easier to attack, for the banner and the log. */
  readonly warnings: readonly string[];
}

/** @param configured the options of the flags and of the configuration file */
export function accessOf(
  options: ServeOptions,
  { keys, seed }: Pick<DeckhandOptions, 'keys' | 'seed'>,
): Access {
  const { host, publicUrl, controlToken, developmentKeys = false } = options;
  const isExposed = isReachable(host, publicUrl);
  const newToken = isExposed && controlToken === undefined ? secret() : undefined;
  const needsOwnKeys = isExposed && !developmentKeys;
  const newKeys =
    needsOwnKeys && keys === undefined ? { [newKey()]: 'ws_dev', [newKey()]: 'ws_other' } : undefined;
  return {
    isExposed,
    needsOwnKeys,
    token: controlToken ?? newToken,
    newToken,
    keys: newKeys ?? keys,
    newKeys,
    warnings: isExposed ? warningsOf({ developmentKeys, keys, seed }) : [],
  };
}

interface Choices extends Pick<DeckhandOptions, 'keys' | 'seed'> {
  readonly developmentKeys: boolean;
}

function warningsOf({ developmentKeys, keys, seed }: Choices): string[] {
  return [
    ...(seed === undefined ? [] : ['The seed is set: others can guess the ids of jobs and decks.']),
    ...(developmentKeys
      ? ['The development keys and the keys of sandboxes are accepted from everywhere.']
      : []),
    ...(keys === 'any' || keys === 'none' ? ['No secret is needed to use the API.'] : []),
  ];
}

/** A key that cannot be guessed. */
export const newKey = (): string => `dk_${secret()}`;

/** 32 characters, too many to guess. */
function secret(): string {
  return randomBytes(24).toString('base64url');
}
