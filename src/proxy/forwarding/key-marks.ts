/**
 * Removes API keys from an exchange before it is stored: the key of the request and all recent keys, in headers, URLs and
 * bodies. A mark replaces each key. It stays the same while the proxy runs and does not reveal the key.
 */
import type { HeaderPairs } from '../../journal/exchange.js';
import { gatewaySecrets } from '../../journal/redact/gateway-headers.js';
import { keyMark } from '../../journal/redact/mark.js';
import { Redactor } from '../../journal/redact/redactor.js';
import { nodeHash } from '../../transports/node-hash.js';

/** The number of recent keys that are removed from bodies and URLs. */
const MAX_KEYS = 16;

export class KeyMarks {
  readonly #salt: string;
  readonly redactor: Redactor;

  /**
   * @param salt a random string; without it, trying keys could find the key of a mark
   * @param added headers for a gateway; their values are secrets
   * @param origin scheme, host and port of the upstream
   */
  constructor(salt: string, added: HeaderPairs = [], origin = '') {
    this.#salt = salt;
    this.redactor = new Redactor(gatewaySecrets(added, origin), MAX_KEYS);
  }

  /** Notes the keys of a request. @returns the mark of a credential by its value, and of the last key of the request */
  marksOf(requestHeaders: HeaderPairs): { readonly own: string; readonly markOf: (value: string) => string } {
    let own = keyMark();
    for (const [name, value] of requestHeaders) {
      const key = keyIn(name, value);
      if (key === undefined) continue;
      this.redactor.touch(key);
      own = this.redactor.note(key, () => keyMark(nodeHash(`${this.#salt} ${key}`).slice(0, 8)));
    }
    // Two headers of a request can have two keys: each gets its own mark, so that the judge sees both.
    const markOf = (value: string): string =>
      this.redactor.markOf(keyOf(value)) ?? this.redactor.markOf(value) ?? own;
    return { own, markOf };
  }
}

function keyIn(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  if (value === '' || (lower !== 'x-api-key' && lower !== 'authorization')) return undefined;
  return lower === 'x-api-key' ? value : keyOf(value);
}

/** Without the scheme, if there is one. */
const keyOf = (value: string): string => /^\S+ +(.+)$/.exec(value)?.[1] ?? value;
