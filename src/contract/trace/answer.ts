/**
 * The body of a message as data. JSON is parsed once, within bounds, and every way of not being JSON has a name, so that
 * rules need no try and no type tests of their own.
 */
import { headerOf, type WireBody, type WireResponse } from '../../journal/exchange.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export type Payload =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  /** Larger or deeper than the judge reads: neither right nor wrong. */
  | { readonly kind: 'beyond'; readonly why: string }
  | { readonly kind: 'not-json'; readonly why: string }
  | { readonly kind: 'not-utf8' };

/** Nobody needs more; a deeper body is an attack on its readers. */
const deepest = 200;

export function payloadOf(body: WireBody | undefined): Payload {
  if (body === undefined || (body.bytes === 0 && body.text === '')) return { kind: 'empty' };
  if (body.cut) return { kind: 'beyond', why: `it has ${body.bytes} bytes` };
  if (body.encoding === 'base64') return { kind: 'not-utf8' };
  if (body.text.trim() === '') return { kind: 'empty' };
  // What is shorter has no room for more.
  if (body.text.length > 2 * deepest && depthOf(body.text) > deepest)
    return { kind: 'beyond', why: `it nests deeper than ${deepest} levels` };
  try {
    return { kind: 'json', value: JSON.parse(body.text.replace(/^\uFEFF/, '')) as unknown };
  } catch {
    return { kind: 'not-json', why: `it begins ${JSON.stringify(body.text.slice(0, 40))}` };
  }
}

/** The media type of a response in lower case, without parameters; `undefined` when it names none. */
export function mediaTypeOf(response: WireResponse): string | undefined {
  return headerOf(response.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of an object, never one that its prototype lends it. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let inText = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inText) {
      if (character === '\\') index++;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') most = Math.max(most, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return most;
}
