/** Parses the body of a request or response, up to a maximum size and depth. */
import { getHeader, type WireBody, type WireResponse } from '../../journal/exchange.js';
import { decodeBase64 } from '../../journal/body.js';
import { exceedsDepth } from '../../base/nesting-depth.js';
import { memoize } from '../../base/memoize.js';

/** Protects the parser against deeply nested JSON. */
const MAX_DEPTH = 200;

const EMPTY: ParsedBody = { kind: 'empty' };

export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  /** Larger or deeper than Deckhand parses, so rules cannot check it. */
  | { readonly kind: 'too-large'; readonly reason: string }
  /** The message had a body, but the recording does not contain it. */
  | { readonly kind: 'not-recorded' }
  | { readonly kind: 'not-json'; readonly reason: string };

/** @param type the Content-Type: its charset is used for a body that is not UTF-8 */
export function parseBody(body: WireBody | undefined, type?: string): ParsedBody {
  if (body === undefined) return EMPTY;
  if (body.truncated && body.text === '') return { kind: 'not-recorded' };
  if (body.bytes === 0 && body.text === '') return EMPTY;
  if (body.truncated) return { kind: 'too-large', reason: `${body.bytes} bytes` };
  const bytes = isUtf8(body) ? undefined : getBytes(body);
  if (bytes && isGzip(bytes)) return { kind: 'not-json', reason: 'it looks like gzip' };
  // UTF-16 is not JSON, whatever the charset says.
  if (bytes && isUtf16OrUtf32(bytes)) return { kind: 'not-json', reason: 'it is UTF-16 or UTF-32' };
  const text = isUtf8(body) ? body.text : decodeOtherCharset(bytes, type);
  if (text === undefined) return { kind: 'not-json', reason: 'it is not text' };
  if (!/\S/.test(text)) return EMPTY;
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(text));
    const isTooDeep = text.length > 2 * MAX_DEPTH && exceedsDepth(value, MAX_DEPTH);
    if (!isTooDeep) return { kind: 'json', value };
    return { kind: 'too-large', reason: `more than ${MAX_DEPTH} levels` };
  } catch {
    return { kind: 'not-json', reason: `it starts with ${JSON.stringify(text.slice(0, 40))}` };
  }
}

/** UTF-16 of ASCII letters is also valid UTF-8, with zero bytes that JSON cannot contain. */
export function isUtf8({ text, encoding }: WireBody): boolean {
  return encoding !== 'base64' && text[0] !== '\0' && text[1] !== '\0';
}

function getBytes({ text, encoding }: WireBody): Uint8Array | undefined {
  return encoding === 'base64' ? decodeBase64(text) : new TextEncoder().encode(text);
}

/** The text of bytes that are not UTF-8: in the charset of the Content-Type, or in Latin-1. */
function decodeOtherCharset(bytes: Uint8Array | undefined, type: string | undefined): string | undefined {
  if (!bytes) return undefined;
  const named = type === undefined ? undefined : getCharset(type);
  for (const charset of [named, 'windows-1252']) {
    if (charset === undefined) continue;
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      // An unknown charset, or bytes that are not in it.
    }
  }
  return undefined;
}

/** Whether the bytes start with a byte order mark of UTF-16 or with a zero byte of an ASCII character. */
const isUtf16OrUtf32 = ([first, second]: Uint8Array): boolean =>
  first === 0 || second === 0 || (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Whether the bytes start like gzip. */
export const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

/** The charset of a Content-Type, not normalized. */
export const getCharset = memoize((type) => /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]);

/** The JSON value of a body; `undefined` when it is not JSON. */
export function getJson(body: ParsedBody): unknown {
  return body.kind === 'json' ? body.value : undefined;
}

/** The media type of a response in lower case, without parameters; `undefined` without a Content-Type header. */
export function mediaTypeOf(response: WireResponse): string | undefined {
  const type = getHeader(response.headers, 'content-type');
  return type === undefined ? undefined : withoutParameters(type);
}

const withoutParameters = memoize((type) => type.split(';')[0]?.trim().toLowerCase());

const withoutByteOrderMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

/** Whether a Content-Type is `application/json`, with or without parameters. Types such as `text/json` are another type. */
export const isApplicationJson = (type: string): boolean => /^\s*application\/json\s*(?:;|$)/i.test(type);
