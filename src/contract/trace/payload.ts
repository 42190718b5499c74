/**
 * The body of a request or response as data. Parses JSON once, up to a maximum size and depth. Each reason why a body is
 * not JSON has a `kind`, so rules need no `try` and no type checks.
 */
import { headerOf, type WireBody, type WireResponse } from '../../journal/exchange.js';
import { memoize } from '../../base/memoize.js';

export type Payload =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  /** Larger or deeper than Deckhand reads. Rules cannot judge it. */
  | { readonly kind: 'too-large'; readonly why: string }
  /** The message had a body, but the recording does not contain it. */
  | { readonly kind: 'not-recorded' }
  | { readonly kind: 'not-json'; readonly why: string }
  | { readonly kind: 'not-utf8' };

/** Deeper bodies are attacks on parsers. */
const MAX_DEPTH = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const EMPTY: Payload = { kind: 'empty' };

export function payloadOf(body: WireBody | undefined): Payload {
  if (body === undefined) return EMPTY;
  if (body.cut && body.text === '') return { kind: 'not-recorded' };
  if (body.bytes === 0 && body.text === '') return EMPTY;
  if (body.cut) return { kind: 'too-large', why: `it has ${body.bytes} bytes` };
  if (body.encoding === 'base64') return { kind: 'not-utf8' };
  if (!/\S/.test(body.text)) return EMPTY;
  // A shorter body cannot be too deep.
  if (body.text.length > 2 * MAX_DEPTH && depthOf(body.text) > MAX_DEPTH)
    return { kind: 'too-large', why: `it nests deeper than ${MAX_DEPTH} levels` };
  try {
    return { kind: 'json', value: JSON.parse(withoutByteOrderMark(body.text)) as unknown };
  } catch {
    return { kind: 'not-json', why: `it begins ${JSON.stringify(body.text.slice(0, 40))}` };
  }
}

/** The JSON value of a body; `undefined` when it is not JSON. */
export function jsonOf(payload: Payload): unknown {
  return payload.kind === 'json' ? payload.value : undefined;
}

/** The media type of a response in lower case, without parameters; `undefined` without a Content-Type header. */
export function mediaTypeOf(response: WireResponse): string | undefined {
  const type = headerOf(response.headers, 'content-type');
  return type === undefined ? undefined : withoutParameters(type);
}

const withoutParameters = memoize((type) => type.split(';')[0]?.trim().toLowerCase());

const withoutByteOrderMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}
