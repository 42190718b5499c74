/**
 * The one redactor: whatever leaves the process passes it. It removes known keys wherever they are, and other secrets by the
 * names of headers, parameters and fields.
 */
import { BoundedMap } from '../../base/bounded-map.js';
import { isObject } from '../../base/json.js';
import type { Exchange, HeaderPairs, WireBody, WireResponse } from '../exchange.js';
import { withoutFields, withoutParameters } from './fields.js';
import { KeyFinder } from './find-keys.js';
import { keyMark, MARK, WITHOUT_SCHEME } from './mark.js';
import { isSecretName } from './names.js';
import { isPlaceholder } from './placeholder.js';

/** A key, and the mark that replaces it. */
export interface Secret {
  readonly key: string;
  readonly mark: string;
}

/** A shorter key would match unrelated text. Clients can send keys of any length, and a long one is only in its header. */
const [MIN_LENGTH, MAX_LENGTH] = [4, 1024] as const;

/**
 * Texts that faulty clients send instead of a key. JSON has some of them without quotes, so a mark instead of them would break a
 * body. Without the name of its scheme, another request would look as if it had no key.
 */
const NO_SECRET =
  /^(?:null|true|false|undefined|NaN|-?\d{1,9}(?:\.\d*)?|bearer|basic|digest|token|api[-_]?key|x-api-key|authorization)$/i;

/** The mark of a credential by its value. */
type MarkOf = (value: string) => string;

const WHOLE_MARK = new RegExp(`^${MARK.source}$`);

/** What `Redactor.value` does with fields, by their names. A name that is missing changes nothing. */
export type FieldRules = ReadonlyMap<string, typeof KEPT | FieldRules>;

/** The value has no key, or Deckhand chose it. */
export const KEPT = 'kept';

/** The value is of a user, with any names in it. */
export const OPEN: FieldRules = new Map();

/** The maximum number of keys of clients. */
const MOST_NOTED = 1000;

export class Redactor {
  readonly #finder = new KeyFinder();
  readonly #added = new Map<string, string>();
  readonly #noted: BoundedMap<string, string>;
  #version = 0;

  /** @param most the maximum number of noted keys; the oldest is forgotten */
  constructor(secrets: Iterable<Secret> = [], most = MOST_NOTED) {
    this.#noted = new BoundedMap(most, (key) => this.#finder.delete(key));
    for (const secret of secrets) this.add(secret);
  }

  /** Changes with each new key: texts that were clean before can contain it. */
  get version(): number {
    return this.#version;
  }

  /** Adds a key for good. */
  add({ key, mark }: Secret): void {
    this.#added.set(key, mark);
    this.#find(key, mark);
  }

  #find(key: string, mark: string): void {
    if (key.length < MIN_LENGTH || key.length > MAX_LENGTH || NO_SECRET.test(key)) return;
    this.#finder.add(key, mark);
    this.#version += 1;
  }

  /** Adds the key of a request, right or wrong. @param newMark called for a new key */
  note(key: string, newMark: () => string): string {
    const known = this.markOf(key);
    if (known !== undefined) return known;
    const mark = newMark();
    this.#noted.set(key, mark);
    this.#find(key, mark);
    return mark;
  }

  /** The mark of a known key. */
  markOf(key: string): string | undefined {
    return this.#noted.get(key) ?? this.#added.get(key);
  }

  /** Makes a noted key the newest. */
  touch(key: string): void {
    this.#noted.touch(key);
  }

  /** A text without known keys. */
  text(text: string): string {
    return this.#finder.replace(text);
  }

  /** A text without known keys, and without secrets by the names of its fields. */
  fields(text: string): string {
    return withoutFields(this.text(text));
  }

  /** The host is not a secret, also where a password is the same word. */
  url(url: string, mark = keyMark()): string {
    if (url.startsWith('/')) return withoutParameters(this.text(url), mark);
    const [, scheme = '', user = '', host = '', rest = ''] =
      /^(?:([a-z]+:\/\/)([^/?#@]*@)?([^/?#]*))?(.*)$/is.exec(url) ?? [];
    return `${scheme}${user && `${keyMark()}@`}${host}${withoutParameters(this.text(rest), mark)}`;
  }

  /**
   * The headers without credentials, whose scheme stays, and without keys and secrets in other values.
   * @returns the same list if nothing changes
   */
  headers(headers: HeaderPairs, markOf: MarkOf = () => keyMark()): HeaderPairs {
    const clean = headers.map((pair) => {
      const [name, value] = pair;
      const shown = isSecretName(name) ? credential(name, value, markOf) : this.fields(value);
      const shownName = isSecretName(name) ? name : this.text(name);
      return shown === value && shownName === name ? pair : ([shownName, shown] as const);
    });
    return clean.every((pair, index) => pair === headers[index]) ? headers : clean;
  }

  body(body: WireBody): WireBody {
    const { text, encoding } = body;
    const clean = encoding === 'base64' ? btoa(this.fields(atob(text))) : this.fields(text);
    return clean === text ? body : { ...body, text: clean };
  }

  /**
   * @param own the key of the request
   * @param headersOf `headers`, for a reader that knows a faster way
   * @returns the same exchange if nothing changes
   */
  exchange(
    exchange: Exchange,
    own?: Secret,
    headersOf = (headers: HeaderPairs, markOf: MarkOf): HeaderPairs => this.headers(headers, markOf),
  ): Exchange {
    // An empty key is a key that is missing.
    const markOf = (value: string): string =>
      own && value.includes(own.key) ? own.mark : value === '' ? '' : keyMark();
    const { request, response, proxyResponse } = exchange;
    return changed(exchange, {
      request: changed(request, {
        url: this.url(request.url, own?.mark),
        headers: headersOf(request.headers, markOf),
        body: request.body && this.body(request.body),
      }),
      response: response && this.response(response, headersOf(response.headers, markOf)),
      proxyResponse: proxyResponse && this.response(proxyResponse, headersOf(proxyResponse.headers, markOf)),
    });
  }

  /** @param headers its redacted headers */
  response(response: WireResponse, headers: HeaderPairs): WireResponse {
    const { statusText, body } = response;
    return changed(response, {
      statusText: statusText && this.text(statusText),
      headers,
      body: body && this.body(body),
    });
  }

  /**
   * JSON without keys in its strings. The names of its fields stay.
   * @param rules for fields at any depth; rules for the inside of a field also keep a string in its place, unless they are `OPEN`
   * @returns the same value if it has no key
   */
  value<T>(value: T, rules: FieldRules): T {
    return this.#value(value, rules) as T;
  }

  #value(value: unknown, rules: FieldRules): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) {
      const clean = value.map((item) => this.#value(item, rules));
      return clean.every((item, index) => item === value[index]) ? value : clean;
    }
    if (!isObject(value)) return value;
    const entries = Object.entries(value);
    const clean = entries.map(([name, field]) => {
      const rule = rules.get(name);
      const isKept = rule === KEPT || (rule && rule !== OPEN && typeof field === 'string');
      return [name, isKept ? field : this.#value(field, rule ?? rules)] as const;
    });
    return clean.every(([, field], index) => field === entries[index]?.[1])
      ? value
      : Object.fromEntries(clean);
  }
}

/** A copy with other fields, as far as they are there; the same value if they are the same. */
function changed<T extends object>(
  value: T,
  fields: { readonly [Name in keyof T]?: T[Name] | undefined },
): T {
  const names = Object.keys(fields) as (keyof T)[];
  const different = names.filter((name) => fields[name] !== value[name]);
  if (different.length === 0) return value;
  return { ...value, ...Object.fromEntries(different.map((name) => [name, fields[name]])) };
}

function credential(name: string, value: string, markOf: MarkOf): string {
  const [, scheme, rest = value] = /^(Bearer|Basic) (.*)$/is.exec(value) ?? [];
  // A placeholder hides nothing, and a mark stays when it is read again.
  if (isPlaceholder(rest.trim()) || WHOLE_MARK.test(rest)) return value;
  const mark = markOf(value);
  if (scheme !== undefined) return `${scheme} ${mark}`;
  return name.toLowerCase() === 'authorization' && mark === keyMark() ? WITHOUT_SCHEME : mark;
}
