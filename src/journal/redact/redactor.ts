/**
 * Redacts secrets from everything that leaves the process. It removes known keys, plain and percent-encoded, and the values of
 * headers, parameters and JSON fields whose names say that they are secret.
 */
import { BoundedMap } from '../../base/bounded-map.js';
import { isObject } from '../../base/json.js';
import { getHeader, type Exchange, type HeaderPairs, type WireBody, type WireResponse } from '../exchange.js';
import { isRedactionPlaceholder, redactionMark } from './redaction-mark.js';
import { isSecretName } from './secret-names.js';

/** A key, and the mark that replaces it. */
export interface Secret {
  readonly key: string;
  readonly mark: string;
}

/** The keys that are removed from texts. A shorter one would match unrelated text. In its header, each key is removed. */
const SEARCHABLE_KEY = /^[\x20-\x7e\x80-\xff]{8,1024}$/;

/** Values that are never a key, such as `undefined` or a resource id. In a text, these are words and numbers of JSON, or ids. */
const NOT_A_KEY = /^(?:undefined|redacted|-?\d{1,9}(?:\.\d*)?|(?:ws|gen|pres|tpl)_[\w.-]+)$/i;

/** The maximum number of keys of clients. The oldest is forgotten. */
const MAX_CLIENT_KEYS = 1000;

export class Redactor {
  readonly #hash: (key: string) => string;
  /** Clients that poll send the same headers each time, and a reader of files keeps them once. */
  #redactedHeaders = new WeakMap<HeaderPairs, HeaderPairs>();
  readonly #permanentKeys = new Map<string, string>();
  readonly #clientKeys = new BoundedMap<string, string>(MAX_CLIENT_KEYS);
  /** Each spelling with its mark, the longest first: a key can contain another one. Undefined after a change. */
  #spellings: readonly (readonly [spelling: string, mark: string])[] | undefined;
  #version = 0;

  /**
   * @param secrets keys that are never forgotten
   * @param hash of a key, in hex. Its start is in the mark of the key, so that readers can distinguish keys
   */
  constructor(secrets: Iterable<Secret> = [], hash: (key: string) => string = () => '') {
    this.#hash = hash;
    for (const { key, mark } of secrets) this.#permanentKeys.set(key, mark);
  }

  /** Changes with each new key: texts that were clean before can contain it. */
  get version(): number {
    return this.#version;
  }

  /** Adds a key that is never forgotten. */
  addPermanentKey(key: string): void {
    this.#permanentKeys.set(key, this.#redactionMarkFor(key));
    this.#invalidate();
  }

  /** Adds the key of a client, right or wrong. */
  addClientKey(key: string): void {
    if (this.#permanentKeys.has(key) || this.#clientKeys.get(key) !== undefined || isRedacted(key)) return;
    this.#clientKeys.set(key, this.#redactionMarkFor(key));
    this.#invalidate();
  }

  /** Adds the keys in the headers of a request. */
  addKeysOfHeaders(headers: HeaderPairs): void {
    const [, authorization] = /^(?:\S+ +)?(\S.*)$/.exec(getHeader(headers, 'authorization') ?? '') ?? [];
    for (const key of [authorization, getHeader(headers, 'x-api-key')?.trim()])
      if (key) this.addClientKey(key);
  }

  /** A text without known keys. */
  redactText(text: string): string {
    this.#spellings ??= encodedForms([...this.#permanentKeys, ...this.#clientKeys.entries()]);
    let clean = text;
    for (const [form, mark] of this.#spellings)
      if (clean.includes(form)) clean = clean.replaceAll(form, mark);
    return clean;
  }

  /** A text without known keys, and without the values of its secret parameters and fields. */
  redactFields(text: string): string {
    return redactSecretFields(this.redactText(text));
  }

  /** An address without known keys, secret parameters and user. */
  redactUrl(url: string): string {
    return this.redactFields(url).replace(/^([a-z]+:\/\/)[^/?#@]*@/i, `$1${redactionMark()}@`);
  }

  /**
   * Headers without known keys and secret fields, and without the values of secret headers.
   * @param mark replaces the values of secret headers. Default: the mark of the key, which stays distinguishable
   */
  redactHeaders(headers: HeaderPairs, mark?: string): HeaderPairs {
    const known = mark === undefined ? this.#redactedHeaders.get(headers) : undefined;
    if (known) return known;
    const clean = headers.map((pair) => {
      const [name, value] = pair;
      const shown = isSecretName(name) ? this.#redactCredential(value, mark) : this.redactFields(value);
      return shown === value ? pair : ([name, shown] as const);
    });
    if (mark === undefined) this.#redactedHeaders.set(headers, clean);
    return clean;
  }

  /** The scheme of a credential stays. */
  #redactCredential(value: string, mark: string | undefined): string {
    const [, scheme = '', sent = ''] = /^((?:Bearer|Basic) +)?(.*)$/is.exec(value) ?? [];
    const key = sent.trim();
    if (isRedacted(key) || (key === '' && mark === undefined)) return value;
    return scheme + (mark ?? this.#permanentKeys.get(key) ?? this.#clientKeys.get(key) ?? redactionMark());
  }

  redactBody(body: WireBody): WireBody {
    const { text, encoding } = body;
    const clean = encoding === 'base64' ? btoa(this.redactFields(atob(text))) : this.redactFields(text);
    return clean === text ? body : { ...body, text: clean };
  }

  /** Also notes the keys of the request. */
  redactExchange(exchange: Exchange): Exchange {
    const { request, response, proxyResponse } = exchange;
    this.addKeysOfHeaders(request.headers);
    return {
      ...exchange,
      request: {
        ...request,
        url: this.redactUrl(request.url),
        headers: this.redactHeaders(request.headers),
        ...(request.body && { body: this.redactBody(request.body) }),
      },
      ...(response && { response: this.redactResponse(response) }),
      ...(proxyResponse && { proxyResponse: this.redactResponse(proxyResponse) }),
    };
  }

  redactResponse(response: WireResponse): WireResponse {
    const { statusText, headers, body } = response;
    return {
      ...response,
      ...(statusText !== undefined && { statusText: this.redactText(statusText) }),
      headers: this.redactHeaders(headers),
      ...(body && { body: this.redactBody(body) }),
    };
  }

  /** JSON without known keys in its strings. The names of its fields stay. */
  redactValue<T>(value: T): T {
    return this.#value(value) as T;
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.redactText(value);
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.#value(field)]));
  }

  #redactionMarkFor(key: string): string {
    return redactionMark(this.#hash(key).slice(0, 8));
  }

  #invalidate(): void {
    this.#spellings = undefined;
    this.#redactedHeaders = new WeakMap();
    this.#version += 1;
  }
}

/** Whether a key was already replaced. */
const isRedacted = (key: string): boolean => key.startsWith('[redacted') || isRedactionPlaceholder(key);

/** How keys are spelled in texts. */
function encodedForms(
  secrets: Iterable<readonly [key: string, mark: string]>,
): (readonly [string, string])[] {
  return [...secrets]
    .filter(([key]) => SEARCHABLE_KEY.test(key) && !NOT_A_KEY.test(key))
    .flatMap(([key, mark]) => {
      const encoded = encodeURIComponent(key);
      const small = encoded.replaceAll(/%../g, (code) => code.toLowerCase());
      return [...new Set([key, encoded, small])].map((form) => [form, mark] as const);
    })
    .toSorted(([one], [other]) => other.length - one.length);
}

/**
 * Removes keys and other secrets from a recording of another tool, before anything is made from it. A key is removed from all
 * exchanges, also from those before its first use.
 * @param hash SHA-256 in hex: the same key has the same mark in every recording
 */
export function redactExchanges(
  exchanges: readonly Exchange[],
  hash: (text: string) => string,
): readonly Exchange[] {
  const redactor = new Redactor([], hash);
  for (const { request } of exchanges) redactor.addKeysOfHeaders(request.headers);
  return exchanges.map((exchange) => redactor.redactExchange(exchange));
}

/* Removes the values of parameters and JSON fields whose names say that they are secret. The text can be cut. */

/** A parameter of an address or of a form. */
const PARAMETER = /([?&]|^)([\w.%[\]-]{1,64})=(?!\[redacted)[^&#\s"'<>\\]+/g;

/** The name of a JSON field, up to its value. */
const FIELD = /"([\w.-]{1,64})"\s*:\s*/g;

/** A part of a JSON value: a string, a bracket, a separator, or a word such as a number. */
const TOKEN = /\s*("(?:[^"\\]|\\.)*"?|[[\]{}]|[,:]|[^\s,:"[\]{}]+)/y;

function redactSecretFields(text: string): string {
  const clean = text.includes('"') ? redactJsonFields(text) : text;
  if (!clean.includes('=')) return clean;
  return clean.replaceAll(PARAMETER, (parameter, before: string, name: string) =>
    isSecretName(name) || name.toLowerCase() === 'key' ? `${before}${name}=${redactionMark()}` : parameter,
  );
}

function redactJsonFields(text: string): string {
  let clean = '';
  let end = 0;
  for (const { 0: field, 1: name = '', index } of text.matchAll(FIELD)) {
    const from = index + field.length;
    // Inside a value that is already removed.
    if (index < end || !isSecretName(name)) continue;
    const to = findValueEnd(text, from);
    const value = text.slice(from, to);
    if (/^(?:null|true|false|""|"\[redacted[^"]*"|)$/.test(value)) continue;
    clean += `${text.slice(end, from)}"${redactionMark()}"`;
    end = to;
  }
  return clean + text.slice(end);
}

function findValueEnd(text: string, from: number): number {
  let depth = 0;
  TOKEN.lastIndex = from;
  for (let token = TOKEN.exec(text)?.[1]; token !== undefined; token = TOKEN.exec(text)?.[1]) {
    const { lastIndex } = TOKEN;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth <= 0) return lastIndex;
  }
  return text.length;
}
