/** Replaces known API keys by their marks, in every encoding, wherever they occur in an exchange. */
import type { HeaderPairs, WireBody } from './exchange.js';
import { keyMark, redactFields } from './redact.js';

/** A key, and the mark that replaces it. */
export interface Secret {
  readonly key: string;
  readonly mark: string;
}

/** A shorter key would match unrelated text. */
const MIN_LENGTH = 4;

/**
 * Texts that faulty clients send in place of a key. JSON has some of them without quotes, so a mark in their place would break a
 * body. Without the name of its scheme, another request would look as if it had no key.
 */
const NO_SECRET =
  /^(?:null|true|false|undefined|NaN|-?\d{1,9}(?:\.\d*)?|bearer|basic|digest|token|api[-_]?key|x-api-key|authorization)$/i;

/** `redactHeaders` removes their whole value, and keeps the scheme. */
const CREDENTIALS = new Set(['authorization', 'proxy-authorization', 'x-api-key']);

/** A shorter part of a text in base64 would match unrelated text. */
const MIN_BASE64 = 8;

export interface KeyRedactor {
  readonly text: (text: string) => string;
  readonly headers: (headers: HeaderPairs) => HeaderPairs;
  readonly body: (body: WireBody) => WireBody;
}

/** Whether the value of a header is a key. */
export function isCredential(name: string): boolean {
  return CREDENTIALS.has(name.toLowerCase());
}

export function keyRedactor(secrets: readonly Secret[]): KeyRedactor {
  const clean = replacer(secrets);
  return {
    text: clean,
    headers: (headers) =>
      headers.map(([name, value]) => (isCredential(name) ? [name, value] : [clean(name), clean(value)])),
    body: (body) => {
      const text = body.encoding === 'base64' ? btoa(clean(atob(body.text))) : redactFields(clean(body.text));
      return text === body.text ? body : { ...body, text };
    },
  };
}

/**
 * The maximum length of a key that is looked for in other places than its header. Clients can send longer ones, and
 * expressions for many of them would take seconds.
 */
const MAX_LENGTH = 1024;

/** The maximum length of one expression. The limit of the engine depends on its version. */
const MAX_EXPRESSION = 32_768;

/** A few expressions for all spellings: to look for each of them by itself takes longer. */
function replacer(secrets: readonly Secret[]): (text: string) => string {
  const marks = new Map<string, string>();
  for (const { key, mark } of secrets) {
    if (key.length < MIN_LENGTH || key.length > MAX_LENGTH || NO_SECRET.test(key)) continue;
    for (const spelling of spellingsOf(key)) {
      const lower = spelling.toLowerCase();
      if (!marks.has(lower)) marks.set(lower, mark);
    }
  }
  if (marks.size === 0) return (text) => text;
  // Longer strings first, because one key can be the prefix of another.
  const longest = [...marks.keys()].sort((one, two) => two.length - one.length);
  const expressions = expressionsFor(longest);
  const markOf = (found: string): string => marks.get(found.toLowerCase()) ?? keyMark();
  return (text) => expressions.reduce((rest, any) => rest.replace(any, markOf), text);
}

function expressionsFor(spellings: readonly string[]): RegExp[] {
  const sources: string[] = [];
  for (const spelling of spellings) {
    const escaped = spelling.replaceAll(/[^\w]/g, '\\$&');
    const last = sources.at(-1);
    if (last === undefined || last.length + escaped.length > MAX_EXPRESSION) sources.push(escaped);
    else sources[sources.length - 1] = `${last}|${escaped}`;
  }
  return sources.map((source) => new RegExp(source, 'gi'));
}

function spellingsOf(key: string): string[] {
  const json = JSON.stringify(key).slice(1, -1);
  return [key, ...inAddress(key), json, json.replaceAll('/', '\\/'), ...inBase64(key)];
}

/** No address contains half a surrogate pair, which JSON can contain. */
function inAddress(key: string): string[] {
  try {
    return [encodeURIComponent(key)];
  } catch {
    return [];
  }
}

/**
 * The characters that every text in base64 with this key contains, such as the credentials `user:key` of Basic. They depend
 * on the place of the key in groups of three bytes.
 */
function inBase64(key: string): string[] {
  const bytes = new TextEncoder().encode(key);
  return [0, 1, 2].flatMap((before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    // The first and the last characters also depend on the bytes beside the key.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const certain = text.slice(from, to);
    return certain.length < MIN_BASE64 ? [] : [certain];
  });
}
