/**
 * Takes API keys out of an exchange before it is kept. A key is replaced by a mark that tells keys apart without giving
 * any of them away, so that a reader can still follow one client through the traffic.
 */
import type { HeaderPairs } from './exchange.js';

/** Headers whose value is a credential, or may hold one. */
const CREDENTIAL_HEADERS = new Set([
  'authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'proxy-authorization',
]);

/**
 * What stands in a key's place.
 * @param fingerprint the start of the key's hash, or anything else that tells keys apart and gives none away
 */
export function keyMark(fingerprint?: string): string {
  return fingerprint ? `[redacted ${fingerprint}]` : '[redacted]';
}

/** Stands in recordings whose writer left out all headers that hold a key: that one was sent is known, and not how. */
export const LEFT_OUT = keyMark('left out');

const WITHOUT_SCHEME = keyMark('without scheme');

/** Fields of an address that carry a key by mistake, whoever's it is. */
const KEY_FIELD = /([?&](?:x[-_])?(?:api[-_]?key|key|access[-_]?token|token|authorization)=)[^&#]+/gi;

/**
 * The headers with every credential replaced; the authorization scheme is kept.
 * @param key the key of the exchange, wherever else it may stand
 */
export function redactHeaders(headers: HeaderPairs, mark: string, key?: string): HeaderPairs {
  return headers.map((pair) => {
    const [name, value] = pair;
    if (!CREDENTIAL_HEADERS.has(name.toLowerCase())) {
      const clean = redactText(value, key, mark);
      return clean === value ? pair : [name, clean];
    }
    const scheme = /^(?:Bearer|Basic)(?= )/i.exec(value);
    // Another credential than the key gets a mark that is not the key's.
    const its = key === undefined || value.includes(key) ? mark : keyMark();
    if (scheme) return [name, `${scheme[0]} ${its}`];
    // Other recorders write the plain mark where a scheme stood, too; here there was none.
    return [name, name.toLowerCase() === 'authorization' && its === keyMark() ? WITHOUT_SCHEME : its];
  });
}

/** The text with every occurrence of the key replaced: keys turn up in addresses and bodies by mistake. */
export function redactText(text: string, key: string | undefined, mark: string): string {
  return key !== undefined && key.length >= 4 && text.includes(key) ? text.replaceAll(key, () => mark) : text;
}

/** An address without the key, and without anything that looks like one. */
export function redactUrl(url: string, key: string | undefined, mark: string): string {
  const clean = redactText(url, key, mark);
  return clean.includes('?') ? clean.replace(KEY_FIELD, (_, field: string) => field + mark) : clean;
}
