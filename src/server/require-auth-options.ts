/** Requires a control token and an option for API keys when other machines can connect to the server. */
import type { KeysOption } from '../app/options/keys.js';
import { UserError } from '../base/user-error.js';
import { isLoopback } from '../base/loopback.js';

export interface AccessOptions {
  readonly host: string;
  /** A function returns the URL of the server itself. */
  readonly publicUrl?: string | (() => string) | undefined;
  readonly controlToken?: string | undefined;
  readonly keys: KeysOption | undefined;
}

/** The names of the options, of a command or of a package entry. */
export interface AccessFlagNames {
  readonly token: string;
  readonly keys: string;
}

/**
 * @returns whether other machines can connect, also through a proxy
 * @throws UserError when they can, and the token or the option for API keys is missing
 */
export function assertAccessOptions(
  { host, publicUrl, controlToken, keys }: AccessOptions,
  flags: AccessFlagNames,
): boolean {
  const publicUrls = typeof publicUrl === 'string' ? [publicUrl] : [];
  const reachable = [
    ...(isLoopback(host) ? [] : [host]),
    ...publicUrls.filter((url) => !isLoopback(new URL(url).hostname)),
  ];
  const missing = [
    ...(controlToken === undefined ? [flags.token] : []),
    ...(keys === undefined ? [flags.keys] : []),
  ];
  if (reachable.length > 0 && missing.length > 0)
    throw new UserError(
      'invalid-option',
      `Other machines can connect to ${reachable.join(' and ')}, so the server requires a control token and an option for API keys.`,
      { hint: `Add ${missing.join(', and ')}.` },
    );
  return reachable.length > 0;
}
