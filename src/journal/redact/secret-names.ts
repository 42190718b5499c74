/** Decides by its name whether a header, a parameter or a JSON field contains a secret. */
import { memoize } from '../../base/memoize.js';

const SECRET_WORDS = new Set([
  'apikey',
  'authentication',
  'authorization',
  'cookie',
  'credential',
  'credentials',
  'jwt',
  'passphrase',
  'passwd',
  'password',
  'pwd',
  'secret',
  'sessionid',
  'sid',
  'sig',
  'signature',
  'token',
]);

/** A `key` after one of these words is a secret; an `idempotency-key` is not. */
const KEY_OWNERS = new Set(['access', 'api', 'auth', 'client', 'private', 'secret', 'subscription']);

/** Names that users added, in lower case. */
const userNames = new Set<string>();

/** Treats more names as secrets, in the whole process. */
export function addSecretNames(names: readonly string[] = []): void {
  for (const name of names) userNames.add(name.toLowerCase());
  cachedIsSecret = memoize(computeIsSecret);
}

/** `x-api-key`, `authToken` and `client_secret` are; `tokens_used` and `idempotency-key` are not. */
export const isSecretName = (name: string): boolean => cachedIsSecret(name);

/** Memoized, because traffic repeats the same names. */
let cachedIsSecret = memoize(computeIsSecret);

function computeIsSecret(name: string): boolean {
  if (userNames.has(name.toLowerCase())) return true;
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  return words.some(
    (word, index) =>
      SECRET_WORDS.has(word) ||
      (word === 'auth' && index === words.length - 1) ||
      (word === 'id' && words[index - 1] === 'session') ||
      (word === 'key' && KEY_OWNERS.has(words[index - 1] ?? '')),
  );
}
