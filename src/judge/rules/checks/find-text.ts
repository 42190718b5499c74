/** Finds a text in the strings of a response body. */
import { decodeBase64 } from '../../../journal/body.js';
import { getJson } from '../../model/body.js';
import type { Call } from '../../model/call.js';

/** A body of more levels has no text that a rule looks for. */
const MAX_DEPTH = 20;

interface TextMatch {
  /** Where the text is in the JSON; `undefined` in a body that is not JSON. */
  readonly path: string | undefined;
}

/** @returns the first string that contains the text; `undefined` if the body does not contain it */
export function findTextInBody(
  { responseBody, exchange: { response } }: Call,
  text: string,
): TextMatch | undefined {
  const body = response?.body;
  if (!body) return undefined;
  const value = getJson(responseBody);
  if (value !== undefined) {
    const path = findPath(value, text, '', 0);
    return path === undefined ? undefined : { path };
  }
  const raw = body.encoding === 'base64' ? toLatin1(decodeBase64(body.text)) : body.text;
  return raw.includes(text) ? { path: undefined } : undefined;
}

function findPath(value: unknown, text: string, path: string, depth: number): string | undefined {
  if (typeof value === 'string') return value.includes(text) ? path : undefined;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined;
  const isArray = Array.isArray(value);
  for (const [name, inner] of Object.entries(value)) {
    const own = isArray ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (!isArray && name.includes(text)) return own;
    const found = findPath(inner, text, own, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const toLatin1 = (bytes: Uint8Array | undefined): string => new TextDecoder('latin1').decode(bytes);
