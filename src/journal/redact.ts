/**
 * Removes API keys and other secrets from an exchange before anyone reads it. A mark replaces each of them. Different keys have
 * different marks, so that a reader can still follow one client through the traffic.
 */
import type { HeaderPairs, WireBody } from './exchange.js';
import { hasSecretWord, isSecretName } from './secret-names.js';

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

/** A parameter of an address or of a form. */
const PARAMETER = /([?&]|^)([\w.%[\]-]{1,64})=(?!\[redacted)([^&#\s"'<>\\]+)/g;

/** A field of JSON with a string or a number. */
const FIELD = /"((?:[^"\\]|\\.){1,64})"(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;

/**
 * The headers with every credential replaced, also in addresses such as that of Referer. The authorization scheme stays.
 * @param key the key of the exchange; it is replaced in all other headers, too
 */
export function redactHeaders(headers: HeaderPairs, mark: string, key?: string): HeaderPairs {
  return headers.map((pair) => {
    const [name, value] = pair;
    if (!isSecretName(name)) {
      const clean = redactFields(redactText(value, key, mark));
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

/** The text with every occurrence of the key replaced, in any letter case. Clients put keys into URLs and bodies by mistake. */
export function redactText(text: string, key: string | undefined, mark: string): string {
  if (key === undefined || key.length < 4) return text;
  if (!text.toLowerCase().includes(key.toLowerCase())) return text;
  return text.replaceAll(new RegExp(key.replaceAll(/[^\w]/g, '\\$&'), 'gi'), () => mark);
}

/** The URL without the key, and without the values of parameters that usually hold a secret. */
export function redactUrl(url: string, key: string | undefined, mark: string): string {
  return redactParameters(redactText(url, key, mark), mark);
}

/** The body without the key, and without the values of fields and parameters that usually hold a secret. */
export function redactBody(body: WireBody, key: string | undefined, mark: string): WireBody {
  if (body.encoding === 'base64') return body;
  const text = redactFields(redactText(body.text, key, mark));
  return text === body.text ? body : { ...body, text };
}

/** JSON, a form or another text without the values of fields and parameters that usually hold a secret. */
export function redactFields(text: string): string {
  if (!hasSecretWord(text)) return text;
  const clean = text.replaceAll(FIELD, (field, name: string, colon: string) =>
    isSecretName(name) ? `"${name}"${colon}"${keyMark()}"` : field,
  );
  return redactParameters(clean, keyMark());
}

function redactParameters(text: string, mark: string): string {
  if (!text.includes('=') || !hasSecretWord(text)) return text;
  return text.replaceAll(PARAMETER, (parameter, before: string, name: string) =>
    isSecretName(name) || name.toLowerCase() === 'key' ? `${before}${name}=${mark}` : parameter,
  );
}
