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

/** The headers with every credential replaced; the authorization scheme is kept. */
export function redactHeaders(headers: HeaderPairs, mark: string): HeaderPairs {
  return headers.map((pair) => {
    if (!CREDENTIAL_HEADERS.has(pair[0].toLowerCase())) return pair;
    const scheme = /^(?:Bearer|Basic)(?= )/i.exec(pair[1]);
    return [pair[0], scheme ? `${scheme[0]} ${mark}` : mark];
  });
}

/** The text with every occurrence of the key replaced: keys turn up in addresses and bodies by mistake. */
export function redactText(text: string, key: string | undefined, mark: string): string {
  return key !== undefined && key.length >= 4 && text.includes(key) ? text.replaceAll(key, mark) : text;
}
