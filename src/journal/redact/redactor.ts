/**
 * Redacts secrets from everything that leaves the process: known keys, and the values of headers, parameters and JSON fields with
 * secret names.
 */
import { getHeader, type Exchange, type HeaderPairs, type WireBody, type WireResponse } from '../exchange.js';
import { mapFreeTexts, type FreeTextsBySchema } from './free-texts.js';
import { isRedactionPlaceholder, redactionMark } from './redaction-mark.js';
import { redactSecretFields, secretValuesOf } from './secret-fields.js';
import { isSecretName } from './secret-names.js';
import { MIN_SECRET_LENGTH, SecretSearch } from './secret-search.js';

/** A key, and the placeholder that replaces it. */
export interface Secret {
  readonly key: string;
  readonly mark: string;
}

/**
 * Where the keys of clients are redacted in addition to their own exchange: `all` of them in every text, or only `secret-like` ones.
 * The words of a text must survive a client with the key `business`.
 */
export type ClientKeyPolicy = 'all' | 'secret-like';

/** The keys that are redacted in texts. Shorter ones would match unrelated text, so they are redacted only in their headers. */
const SEARCHABLE_KEY = /^[\x20-\x7e\x80-\xff]+$/;
const MAX_SEARCHED_LENGTH = 1024;

/** Values that are never redacted in texts, such as `undefined`, numbers and resource ids. */
const NOT_A_KEY = /^(?:undefined|redacted|-?\d{1,9}(?:\.\d*)?|(?:ws|gen|pres|tpl)_[\w.-]+)$/i;

/** Words such as `happy-path`, which can be a value of any field. */
const WORDS = /^[a-z]+(?:[-_ ][a-z]+)*$/;

/** The shortest key of a client that looks like a secret, in characters. */
const MIN_SECRET_LIKE_LENGTH = 16;

type MapText = (text: string) => string;

export class Redactor {
  readonly #hash: (key: string) => string;
  readonly #clientKeyPolicy: ClientKeyPolicy;
  readonly #search = new SecretSearch();
  /** The marks of all keys that are searched for. */
  readonly #marks = new Map<string, string>();

  /**
   * @param secrets keys of the user or of this server, redacted everywhere
   * @param hash of a key, in hex. The placeholder contains its start, so that readers can distinguish keys
   */
  constructor(
    secrets: Iterable<Secret> = [],
    hash: (key: string) => string = () => '',
    clientKeyPolicy: ClientKeyPolicy = 'all',
  ) {
    this.#hash = hash;
    this.#clientKeyPolicy = clientKeyPolicy;
    for (const { key, mark } of secrets) this.#add(key, mark);
  }

  /** Increases with each key that is searched for, because texts that were redacted before can contain it. */
  get version(): number {
    return this.#search.version;
  }

  /** Adds a key that is redacted everywhere. */
  addPermanentKey(key: string): void {
    this.#add(key, this.#markOf(key));
  }

  /** Adds the key of a client, valid or invalid. */
  addClientKey(key: string): void {
    if (this.#marks.has(key) || isRedacted(key)) return;
    if (this.#clientKeyPolicy === 'secret-like' && !isSecretLike(key)) return;
    this.#add(key, this.#markOf(key), this.#clientKeyPolicy === 'secret-like');
  }

  #add(key: string, mark: string, isTemporary = false): void {
    if (this.#marks.has(key)) return;
    // A temporary key that was dropped is added again when a client sends it, so its mark is not kept.
    if (!isTemporary) this.#marks.set(key, mark);
    if (isSearchable(key)) this.#search.add(key, mark, isTemporary);
  }

  /** Adds the keys in the headers and parameters of a request. */
  addKeysOf({ request }: Pick<Exchange, 'request'>): void {
    for (const key of [...credentialsOf(request.headers), ...secretValuesOf(request.url)])
      this.addClientKey(key);
  }

  /** A text without known keys. */
  redactText(text: string): string {
    return this.#search.replaceAll(text);
  }

  /** A text without known keys, and without the values of its secret parameters and fields. */
  redactFields(text: string): string {
    return redactSecretFields(this.redactText(text));
  }

  /** A URL without known keys, secret parameters and user info. */
  redactUrl(url: string): string {
    return redactUserInfo(this.redactFields(url));
  }

  /**
   * Headers without known keys and secret fields, and without the values of secret headers.
   * @param mark replaces the values of secret headers. Default: the placeholder of the key
   */
  redactHeaders(headers: HeaderPairs, mark?: string): HeaderPairs {
    return this.#mapHeaders(headers, (text) => this.redactFields(text), mark);
  }

  /** Also adds the keys of the request, and redacts them in the whole exchange. */
  redactExchange(exchange: Exchange): Exchange {
    this.addKeysOf(exchange);
    const own = this.#ownKeys(exchange);
    return this.#mapTexts(exchange, (text) => redactSecretFields(this.#search.replaceAll(text, 0, own)));
  }

  /** An exchange that was redacted in an earlier version, without the keys that were added since. */
  redactAgain(exchange: Exchange, since: number): Exchange {
    return this.#mapTexts(exchange, (text) => this.#search.replaceAll(text, since));
  }

  /** A value of a schema, without known keys in its free texts. Its ids, names and numbers are unchanged. */
  redactValue<T>(value: T, schema: string, schemas: FreeTextsBySchema): T {
    return mapFreeTexts(value, schema, schemas, (text) => this.redactText(text)) as T;
  }

  /** The keys of a request that are searched for only in its own exchange. */
  #ownKeys({ request }: Exchange): SecretSearch | undefined {
    const { headers, url, body } = request;
    const keys = [
      ...credentialsOf(headers),
      ...secretValuesOf(url),
      ...secretValuesOf(body?.text ?? ''),
    ].filter((key) => isSearchable(key) && !WORDS.test(key) && !isRedacted(key) && !this.#marks.has(key));
    if (keys.length === 0) return undefined;
    const own = new SecretSearch();
    for (const key of new Set(keys)) own.add(key, this.#markOf(key));
    return own;
  }

  #mapTexts(exchange: Exchange, map: MapText): Exchange {
    const { request, response, proxyResponse } = exchange;
    return {
      ...exchange,
      request: {
        ...request,
        url: redactUserInfo(map(request.url)),
        headers: this.#mapHeaders(request.headers, map),
        ...(request.body && { body: mapBody(request.body, map) }),
      },
      ...(response && { response: this.#mapResponse(response, map) }),
      ...(proxyResponse && { proxyResponse: this.#mapResponse(proxyResponse, map) }),
    };
  }

  #mapResponse(response: WireResponse, map: MapText): WireResponse {
    const { statusText, headers, body } = response;
    return {
      ...response,
      ...(statusText !== undefined && { statusText: map(statusText) }),
      headers: this.#mapHeaders(headers, map),
      ...(body && { body: mapBody(body, map) }),
    };
  }

  #mapHeaders(headers: HeaderPairs, map: MapText, mark?: string): HeaderPairs {
    return headers.map((pair) => {
      const [name, value] = pair;
      const mapped = isSecretName(name) ? this.#redactCredential(name, value, mark) : map(value);
      return mapped === value ? pair : ([name, mapped] as const);
    });
  }

  /** Keeps the scheme of a credential. */
  #redactCredential(name: string, value: string, mark: string | undefined): string {
    const [, scheme = '', credential = ''] = /^((?:Bearer|Basic) +)?(.*)$/is.exec(value) ?? [];
    const key = credential.trim();
    if (isRedacted(key) || (key === '' && mark === undefined)) return value;
    const isKey = isKeyHeader(name) && !/^basic /i.test(scheme);
    return scheme + (mark ?? this.#marks.get(key) ?? (isKey ? this.#markOf(key) : redactionMark()));
  }

  #markOf(key: string): string {
    return redactionMark(this.#hash(key).slice(0, 8));
  }
}

const isKeyHeader = (name: string): boolean => /^(?:authorization|x-api-key)$/i.test(name);

/** The keys in the headers of a request, whatever their scheme (5). */
function credentialsOf(headers: HeaderPairs): readonly string[] {
  const [, authorization = ''] = /^(?:\S+ +)?(\S.*)$/.exec(getHeader(headers, 'authorization') ?? '') ?? [];
  return [authorization, getHeader(headers, 'x-api-key')?.trim() ?? ''].filter((key) => key !== '');
}

/** Whether a key is already redacted. */
const isRedacted = (key: string): boolean => key.startsWith('[redacted') || isRedactionPlaceholder(key);

const isSearchable = (key: string): boolean =>
  key.length >= MIN_SECRET_LENGTH &&
  key.length <= MAX_SEARCHED_LENGTH &&
  SEARCHABLE_KEY.test(key) &&
  !NOT_A_KEY.test(key);

const isSecretLike = (key: string): boolean =>
  key.length >= MIN_SECRET_LIKE_LENGTH && !/\s/.test(key) && /[a-z]/i.test(key) && /\d/.test(key);

const redactUserInfo = (url: string): string =>
  url.replace(/^([a-z]+:\/\/)[^/?#@]*@/i, `$1${redactionMark()}@`);

function mapBody(body: WireBody, map: MapText): WireBody {
  const { text, encoding } = body;
  const clean = encoding === 'base64' ? btoa(map(atob(text))) : map(text);
  return clean === text ? body : { ...body, text: clean };
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
  for (const exchange of exchanges) redactor.addKeysOf(exchange);
  return exchanges.map((exchange) => redactor.redactExchange(exchange));
}
