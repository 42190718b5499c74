/**
 * The body of a message as data. JSON is parsed once, within bounds, and every way of not being JSON has a name, so that
 * rules need no try and no type tests of their own.
 */
import { headerOf, type WireBody, type WireResponse } from '../../journal/exchange.js';
import { recalling } from './recalling.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export type Payload =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  /** Larger or deeper than the judge reads: neither right nor wrong. */
  | { readonly kind: 'beyond'; readonly why: string }
  /** There was one, and the recording does not show it. */
  | { readonly kind: 'left-out' }
  | { readonly kind: 'not-json'; readonly why: string }
  | { readonly kind: 'not-utf8' };

/** Nobody needs more; a deeper body is an attack on its readers. */
const deepest = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const EMPTY: Payload = { kind: 'empty' };

export function payloadOf(body: WireBody | undefined): Payload {
  if (body === undefined || (body.bytes === 0 && body.text === '')) return EMPTY;
  if (body.cut && body.text === '') return { kind: 'left-out' };
  if (body.cut) return { kind: 'beyond', why: `it has ${body.bytes} bytes` };
  if (body.encoding === 'base64') return { kind: 'not-utf8' };
  if (!/\S/.test(body.text)) return EMPTY;
  // What is shorter has no room for more.
  if (body.text.length > 2 * deepest && depthOf(body.text) > deepest)
    return { kind: 'beyond', why: `it nests deeper than ${deepest} levels` };
  try {
    return { kind: 'json', value: JSON.parse(unmarked(body.text)) as unknown };
  } catch {
    return { kind: 'not-json', why: `it begins ${JSON.stringify(body.text.slice(0, 40))}` };
  }
}

/** The media type of a response in lower case, without parameters; `undefined` when it names none. */
export function mediaTypeOf(response: WireResponse): string | undefined {
  const type = headerOf(response.headers, 'content-type');
  return type === undefined ? undefined : withoutParameters(type);
}

const withoutParameters = recalling((type) => type.split(';')[0]?.trim().toLowerCase());

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of an object, never one that its prototype lends it. */
export function fieldOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  const found = value[name];
  return found !== undefined && Object.hasOwn(value, name) ? found : undefined;
}

const unmarked = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

function depthOf(text: string): number {
  // Too short to be deep.
  if (text.length <= deepest) return 0;
  let depth = 0;
  let most = 0;
  let inText = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (inText) {
      if (unit === BACKSLASH) index++;
      else if (unit === QUOTE) inText = false;
    } else if (unit === QUOTE) inText = true;
    else if (unit === 0x7b || unit === 0x5b) most = Math.max(most, ++depth);
    else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return most;
}
