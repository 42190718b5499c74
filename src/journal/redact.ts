/**
 * Removes API keys from an exchange before it is stored. A mark replaces each key. Different keys have different marks, so that
 * a reader can still follow one client through the traffic.
 */
import type { HeaderPairs } from './exchange.js';

/** Headers whose value is a credential, or can hold one. */
const CREDENTIAL_HEADERS = new Set([
  'authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'proxy-authorization',
]);

/**
 * The text that replaces a key.
 * @param fingerprint the start of the key's hash, or another id of the key that does not reveal it
 */
export function keyMark(fingerprint?: string): string {
  return fingerprint ? `[redacted ${fingerprint}]` : '[redacted]';
}

/** The mark for a request whose recorder left out the headers with the key. */
export const LEFT_OUT = keyMark('left out');

const WITHOUT_SCHEME = keyMark('without scheme');

/** Query parameters that clients put a key into by mistake. */
const KEY_FIELD = /([?&](?:x[-_])?(?:api[-_]?key|key|access[-_]?token|token|authorization)=)[^&#]+/gi;

/**
 * The headers with every credential replaced. The authorization scheme stays.
 * @param key the key of the exchange; it is replaced in all other headers, too
 */
export function redactHeaders(headers: HeaderPairs, mark: string, key?: string): HeaderPairs {
  return headers.map((pair) => {
    const [name, value] = pair;
    if (!CREDENTIAL_HEADERS.has(name.toLowerCase())) {
      const clean = redactText(value, key, mark);
      return clean === value ? pair : [name, clean];
    }
    const scheme = /^(?:Bearer|Basic)(?= )/i.exec(value);
    // A credential that is not the key gets the plain mark.
    const replacement = key === undefined || value.includes(key) ? mark : keyMark();
    if (scheme) return [name, `${scheme[0]} ${replacement}`];
    // Other recorders replace the scheme together with the key. This mark says that there was no scheme.
    return [
      name,
      name.toLowerCase() === 'authorization' && replacement === keyMark() ? WITHOUT_SCHEME : replacement,
    ];
  });
}

/** The text with every occurrence of the key replaced. Clients put keys into URLs and bodies by mistake. */
export function redactText(text: string, key: string | undefined, mark: string): string {
  return key !== undefined && key.length >= 4 && text.includes(key) ? text.replaceAll(key, () => mark) : text;
}

/** The URL without the key, and without the values of parameters that usually hold a key. */
export function redactUrl(url: string, key: string | undefined, mark: string): string {
  const clean = redactText(url, key, mark);
  return clean.includes('?') ? clean.replace(KEY_FIELD, (_, field: string) => field + mark) : clean;
}
