/** Headers that a user adds for a gateway in front of the service. Their values are secrets, but not keys of the service. */
import type { HeaderPairs } from '../exchange.js';
import { keyMark } from './mark.js';

/** Replaces the value of such a header. */
export const GATEWAY_MARK = keyMark('gateway');

/** The added headers of a gateway with marks for their values; the scheme of `Authorization` stays. */
export function markedHeaders(headers: HeaderPairs): HeaderPairs {
  return headers.map(([name, value]) => {
    const scheme = name.toLowerCase() === 'authorization' ? /^\w+ /.exec(value)?.[0] : undefined;
    return [name, `${scheme ?? ''}${GATEWAY_MARK}`];
  });
}

/** Shorter values occur in other texts by chance, such as `true`. */
const MIN_SECRET = 8;

/**
 * The values of added headers, with everything that a response could repeat of them. Leaves out values that cannot be
 * secrets: short ones, numbers, and parts of the address.
 */
export function gatewaySecrets(
  headers: HeaderPairs,
  baseUrl: string,
): readonly { readonly key: string; readonly mark: string }[] {
  const address = baseUrl.toLowerCase();
  return headers
    .flatMap(([name, value]) => secretsOf(name, value))
    .filter(
      (key) => key.length >= MIN_SECRET && !/^[\d.+-]+$/.test(key) && !address.includes(key.toLowerCase()),
    )
    .map((key) => ({ key, mark: GATEWAY_MARK }));
}

/** What a response could repeat of a header: its value, and the parts of an `Authorization`. */
function secretsOf(name: string, value: string): readonly string[] {
  const [, scheme, credentials = ''] = /^(\w+) +(.+)$/.exec(value) ?? [];
  if (name.toLowerCase() !== 'authorization' || scheme === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, credentials];
  const user = decoded(credentials);
  return [value, credentials, user, user.slice(user.indexOf(':') + 1)];
}

function decoded(base64: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  } catch {
    return base64;
  }
}
