/** Requires a control token and key options when the server is not on loopback.: one that other machines can reach needs a control token and a decision about keys. */
import type { KeysOption } from '../app/options/keys.js';
import { UserError } from '../base/user-error.js';
import { isLoopback } from '../base/loopback.js';

export interface AccessOptions {
  readonly host: string;
  /** A function returns the address of the server itself. */
  readonly publicUrl?: string | (() => string) | undefined;
  readonly controlToken?: string | undefined;
  readonly keys: KeysOption | undefined;
}

/** How the user of a command or of a package entry sets what is missing. */
export interface AccessFlagNames {
  readonly token: string;
  readonly keys: string;
}

/**
 * @returns whether other machines can connect, also through a proxy
 * @throws UserError when they can, and the token or the decision is missing
 */
export function assertAccessOptions(
  { host, publicUrl, controlToken, keys }: AccessOptions,
  words: AccessFlagNames,
): boolean {
  const published = typeof publicUrl === 'string' ? [publicUrl] : [];
  const reached = [
    ...(isLoopback(host) ? [] : [host]),
    ...published.filter((url) => !isLoopback(new URL(url).hostname)),
  ];
  const missing = [
    ...(controlToken === undefined ? [words.token] : []),
    ...(keys === undefined ? [words.keys] : []),
  ];
  if (reached.length > 0 && missing.length > 0)
    throw new UserError(
      'invalid-option',
      `Other machines can reach a server at ${reached.join(' and ')}, so it needs a control token and a decision about API keys.`,
      { hint: `Add ${missing.join(', and ')}.` },
    );
  return reached.length > 0;
}
