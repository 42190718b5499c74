/**
 * Removes API keys from an exchange before it is stored: the key of the request and all recent keys, in headers, URLs and
 * bodies. A mark replaces each key. It stays the same while the proxy runs and does not reveal the key.
 */
import type { HeaderPairs, WireBody } from '../../journal/exchange.js';
import { keyMark, redactHeaders, redactText, redactUrl } from '../../journal/redact.js';
import { nodeHash } from '../../transports/node-hash.js';

/** The number of recent keys that are removed from bodies and URLs. */
const MAX_KEYS = 16;

/** Shorter keys would match unrelated text. */
const MIN_KEY_LENGTH = 4;

interface KnownKey {
  readonly key: string;
  readonly mark: string;
  /** The key in all encodings that can occur in a message. */
  readonly spellings: readonly string[];
}

export interface Redactor {
  readonly headers: (headers: HeaderPairs) => HeaderPairs;
  readonly url: (url: string) => string;
  readonly body: (body: WireBody) => WireBody;
}

export class KeyMarks {
  readonly #salt: string;
  /** The most recently used last. */
  readonly #known = new Map<string, KnownKey>();

  /** @param salt a random string; without it, trying keys could find the key of a mark */
  constructor(salt: string) {
    this.#salt = salt;
  }

  /** The redactor for one exchange. */
  redactor(requestHeaders: HeaderPairs): Redactor {
    let own: KnownKey | undefined;
    for (const [name, value] of requestHeaders) {
      const key = keyIn(name, value);
      if (key !== undefined) own = this.#remember(key);
    }
    const mark = own?.mark ?? keyMark();
    const clean = (text: string) => this.#clean(text);
    return {
      headers: (headers) => redactHeaders(headers, mark).map(([name, value]) => [name, clean(value)]),
      url: (url) => redactUrl(clean(url), undefined, mark),
      body: (body) => {
        const text = body.encoding === 'base64' ? btoa(clean(atob(body.text))) : clean(body.text);
        return text === body.text ? body : { ...body, text };
      },
    };
  }

  #remember(key: string): KnownKey {
    let known = this.#known.get(key);
    if (known) {
      if (this.#known.size > 1) {
        this.#known.delete(key);
        this.#known.set(key, known);
      }
      return known;
    }
    known = {
      key,
      mark: keyMark(nodeHash(`${this.#salt} ${key}`).slice(0, 8)),
      spellings: key.length < MIN_KEY_LENGTH ? [] : spellingsOf(key),
    };
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KEYS && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  #clean(text: string): string {
    let clean = text;
    for (const { mark, spellings } of this.#known.values()) {
      for (const spelling of spellings) clean = redactText(clean, spelling, mark);
    }
    return clean;
  }
}

function keyIn(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  if (lower === 'x-api-key') return value === '' ? undefined : value;
  if (lower !== 'authorization') return undefined;
  return /^\S+ +(.+)$/.exec(value)?.[1] ?? (value === '' ? undefined : value);
}

function spellingsOf(key: string): readonly string[] {
  const encoded = /^[\u0000-\u00ff]*$/.test(key) ? [btoa(key)] : [];
  const all = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), ...encoded];
  return [...new Set(all)].sort((one, two) => two.length - one.length);
}
