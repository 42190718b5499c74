/**
 * Removes API keys from an exchange before it is stored: the key of the request and all recent keys, in headers, URLs and
 * bodies. A mark replaces each key. It stays the same while the proxy runs and does not reveal the key.
 */
import type { HeaderPairs, WireBody } from '../../journal/exchange.js';
import { keyRedactor, type KeyRedactor, type Secret } from '../../journal/redact-keys.js';
import { gatewaySecrets } from '../../journal/gateway-headers.js';
import { keyMark, redactHeaders, redactUrl } from '../../journal/redact.js';
import { nodeHash } from '../../transports/node-hash.js';

/** The number of recent keys that are removed from bodies and URLs. */
const MAX_KEYS = 16;

export interface Redactor {
  readonly text: (text: string) => string;
  readonly headers: (headers: HeaderPairs) => HeaderPairs;
  readonly url: (url: string) => string;
  readonly body: (body: WireBody) => WireBody;
}

export class KeyMarks {
  readonly #salt: string;
  /** The most recently used last. */
  readonly #known = new Map<string, Secret>();
  readonly #gateway: readonly Secret[];
  #clean: KeyRedactor;

  /**
   * @param salt a random string; without it, trying keys could find the key of a mark
   * @param added headers for a gateway; their values are secrets
   * @param origin scheme, host and port of the upstream
   */
  constructor(salt: string, added: HeaderPairs = [], origin = '') {
    this.#salt = salt;
    this.#gateway = gatewaySecrets(added, origin);
    this.#clean = keyRedactor(this.#gateway);
  }

  /** The redactor for one exchange. */
  redactor(requestHeaders: HeaderPairs): Redactor {
    let own: Secret | undefined;
    for (const [name, value] of requestHeaders) {
      const key = keyIn(name, value);
      if (key !== undefined) own = this.#remember(key);
    }
    const mark = own?.mark ?? keyMark();
    const clean = this.#clean;
    // Two headers of a request can have two keys: each gets its own mark, so that the judge sees both.
    const markOf = ([name, value]: HeaderPairs[number]): string =>
      this.#known.get(keyIn(name, value) ?? '')?.mark ?? mark;
    return {
      text: clean.text,
      headers: (headers) => clean.headers(headers.flatMap((pair) => redactHeaders([pair], markOf(pair)))),
      url: (url) => redactUrl(clean.text(url), undefined, mark),
      body: clean.body,
    };
  }

  #remember(key: string): Secret {
    let known = this.#known.get(key);
    if (known) {
      if (this.#known.size > 1) {
        this.#known.delete(key);
        this.#known.set(key, known);
      }
      return known;
    }
    known = { key, mark: keyMark(nodeHash(`${this.#salt} ${key}`).slice(0, 8)) };
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KEYS && oldest !== undefined) this.#known.delete(oldest);
    this.#clean = keyRedactor([...this.#known.values(), ...this.#gateway]);
    return known;
  }
}

function keyIn(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  if (lower === 'x-api-key') return value === '' ? undefined : value;
  if (lower !== 'authorization') return undefined;
  return /^\S+ +(.+)$/.exec(value)?.[1] ?? (value === '' ? undefined : value);
}
