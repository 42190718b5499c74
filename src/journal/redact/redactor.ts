/**
 * Redacts secrets from everything that leaves the process: known keys, plain and percent-encoded, and the values of headers,
 * parameters and JSON fields with secret names.
 */
import { BoundedMap } from '../../base/bounded-map.js';
import { isObject } from '../../base/json.js';
import { getHeader, type Exchange, type HeaderPairs, type WireBody, type WireResponse } from '../exchange.js';
import { isRedactionPlaceholder, redactionMark } from './redaction-mark.js';
import { redactSecretFields } from './secret-fields.js';
import { isSecretName } from './secret-names.js';

/** A key, and the placeholder that replaces it. */
export interface Secret {
  readonly key: string;
  readonly mark: string;
}

/** The keys that are redacted in texts. Shorter ones would match unrelated text, so they are redacted only in their headers. */
const SEARCHABLE_KEY = /^[\x20-\x7e\x80-\xff]{8,1024}$/;

/** Values that are never redacted in texts, such as `undefined`, numbers and resource ids. */
const NOT_A_KEY = /^(?:undefined|redacted|-?\d{1,9}(?:\.\d*)?|(?:ws|gen|pres|tpl)_[\w.-]+)$/i;

/** The maximum number of client keys. The oldest is evicted. */
const MAX_CLIENT_KEYS = 1000;

export class Redactor {
  readonly #hash: (key: string) => string;
  /** A cache: clients that poll send the same headers each time. */
  #redactedHeaders = new WeakMap<HeaderPairs, HeaderPairs>();
  readonly #permanentKeys = new Map<string, string>();
  readonly #clientKeys = new BoundedMap<string, string>(MAX_CLIENT_KEYS);
  /** Each encoding of each key with its placeholder, the longest first, because a key can contain another one. Undefined after a change. */
  #encodedKeys: readonly (readonly [encoded: string, mark: string])[] | undefined;
  #version = 0;

  /**
   * @param secrets keys that are never evicted
   * @param hash of a key, in hex. The placeholder contains its start, so that readers can distinguish keys
   */
  constructor(secrets: Iterable<Secret> = [], hash: (key: string) => string = () => '') {
    this.#hash = hash;
    for (const { key, mark } of secrets) this.#permanentKeys.set(key, mark);
  }

  /** Changes with each new key, because texts that were redacted before can contain it. */
  get version(): number {
    return this.#version;
  }

  /** Adds a key that is never evicted. */
  addPermanentKey(key: string): void {
    this.#permanentKeys.set(key, this.#redactionMarkFor(key));
    this.#invalidate();
  }

  /** Adds the key of a client, valid or invalid. */
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
    this.#encodedKeys ??= encodedForms([...this.#permanentKeys, ...this.#clientKeys.entries()]);
    let clean = text;
    for (const [form, mark] of this.#encodedKeys)
      if (clean.includes(form)) clean = clean.replaceAll(form, mark);
    return clean;
  }

  /** A text without known keys, and without the values of its secret parameters and fields. */
  redactFields(text: string): string {
    return redactSecretFields(this.redactText(text));
  }

  /** A URL without known keys, secret parameters and user info. */
  redactUrl(url: string): string {
    return this.redactFields(url).replace(/^([a-z]+:\/\/)[^/?#@]*@/i, `$1${redactionMark()}@`);
  }

  /**
   * Headers without known keys and secret fields, and without the values of secret headers.
   * @param mark replaces the values of secret headers. Default: the placeholder of the key
   */
  redactHeaders(headers: HeaderPairs, mark?: string): HeaderPairs {
    const cached = mark === undefined ? this.#redactedHeaders.get(headers) : undefined;
    if (cached) return cached;
    const clean = headers.map((pair) => {
      const [name, value] = pair;
      const redacted = isSecretName(name) ? this.#redactCredential(value, mark) : this.redactFields(value);
      return redacted === value ? pair : ([name, redacted] as const);
    });
    if (mark === undefined) this.#redactedHeaders.set(headers, clean);
    return clean;
  }

  /** Keeps the scheme of a credential. */
  #redactCredential(value: string, mark: string | undefined): string {
    const [, scheme = '', credential = ''] = /^((?:Bearer|Basic) +)?(.*)$/is.exec(value) ?? [];
    const key = credential.trim();
    if (isRedacted(key) || (key === '' && mark === undefined)) return value;
    return scheme + (mark ?? this.#permanentKeys.get(key) ?? this.#clientKeys.get(key) ?? redactionMark());
  }

  redactBody(body: WireBody): WireBody {
    const { text, encoding } = body;
    const clean = encoding === 'base64' ? btoa(this.redactFields(atob(text))) : this.redactFields(text);
    return clean === text ? body : { ...body, text: clean };
  }

  /** Also adds the keys of the request. */
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

  /** JSON without known keys in its strings. The names of its fields are unchanged. */
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
    this.#encodedKeys = undefined;
    this.#redactedHeaders = new WeakMap();
    this.#version += 1;
  }
}

/** Whether a key is already redacted. */
const isRedacted = (key: string): boolean => key.startsWith('[redacted') || isRedactionPlaceholder(key);

/** The keys as they occur in texts: plain, and percent-encoded in upper and lower case. */
function encodedForms(
  secrets: Iterable<readonly [key: string, mark: string]>,
): (readonly [string, string])[] {
  return [...secrets]
    .filter(([key]) => SEARCHABLE_KEY.test(key) && !NOT_A_KEY.test(key))
    .flatMap(([key, mark]) => {
      const encoded = encodeURIComponent(key);
      const lowerCase = encoded.replaceAll(/%../g, (code) => code.toLowerCase());
      return [...new Set([key, encoded, lowerCase])].map((form) => [form, mark] as const);
    })
    .toSorted(([one], [other]) => other.length - one.length);
}

/**
 * Redacts keys and other secrets in a recording of another tool. A key is redacted in all exchanges, also in those before its
 * first use.
 * @param hash SHA-256 in hex, so that a key has the same placeholder in every recording
 */
export function redactExchanges(
  exchanges: readonly Exchange[],
  hash: (text: string) => string,
): readonly Exchange[] {
  const redactor = new Redactor([], hash);
  for (const { request } of exchanges) redactor.addKeysOfHeaders(request.headers);
  return exchanges.map((exchange) => redactor.redactExchange(exchange));
}
