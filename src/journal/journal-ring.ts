/** The journal of a mock server: a ring buffer of the last exchanges. It counts evicted exchanges. */
import { bodyFromBytes, bodyFromPrefix } from './body.js';
import type { Exchange, WireBody } from './exchange.js';
import { RawExchange } from './raw-exchange.js';
import { Redactor } from './redact/redactor.js';

export interface RingLimits {
  readonly maxExchanges: number;
  /** The bytes of all kept bodies. */
  readonly maxBodyBytes: number;
}

/** The number of bytes of a body that the journal keeps. */
export const MAX_STORED_BODY_BYTES = 65_536;

const DEFAULT_LIMITS: RingLimits = { maxExchanges: 1000, maxBodyBytes: 8_388_608 };

export class JournalRing {
  readonly #limits: RingLimits;
  /** Grows up to the limit; then new entries replace the oldest ones. */
  readonly #slots: (RawExchange | Exchange | undefined)[] = [];
  /** The slot of the oldest entry. */
  #first = 0;
  #size = 0;
  #bodyBytes = 0;
  #dropped = 0;
  readonly #redactor: Redactor;
  /** The version of the redactor at the last read: exchanges that were read before can have a key that is newer. */
  #redactedVersion = 0;

  /** @param redactor knows the keys of all journals */
  constructor(redactor = new Redactor(), limits: RingLimits = DEFAULT_LIMITS) {
    this.#redactor = redactor;
    this.#limits = limits;
  }

  /** The number of exchanges that were evicted since the journal was cleared. */
  get evicted(): number {
    return this.#dropped;
  }

  add(entry: RawExchange | Exchange): void {
    const { maxExchanges, maxBodyBytes } = this.#limits;
    const before = this.#slots[(this.#first + this.#size - 1) % maxExchanges];
    if (entry instanceof RawExchange && before instanceof RawExchange) entry.reuseHeaders(before);
    if (this.#size === maxExchanges) this.#evictOldest();
    this.#slots[(this.#first + this.#size) % maxExchanges] = entry;
    this.#size += 1;
    this.#bodyBytes += bodyBytesOf(entry);
    while (this.#bodyBytes > maxBodyBytes && this.#size > 1) this.#evictOldest();
  }

  /** The number of exchanges that were added since the journal was cleared. */
  get added(): number {
    return this.#size + this.#dropped;
  }

  /** The number of stored exchanges. */
  get size(): number {
    return this.#size;
  }

  /**
   * The stored exchanges, the oldest first, without the keys of any of them: a key can be in the body of an earlier request.
   * Reads return the same objects until a new key is used.
   */
  exchanges(): readonly Exchange[] {
    const { version } = this.#redactor;
    const isClean = version === this.#redactedVersion;
    this.#redactedVersion = version;
    const exchanges: Exchange[] = [];
    for (let index = 0; index < this.#size; index += 1) {
      const slot = (this.#first + index) % this.#limits.maxExchanges;
      const entry = this.#slots[slot] as RawExchange | Exchange;
      const exchange =
        entry instanceof RawExchange
          ? entry.toExchange()
          : isClean
            ? entry
            : this.#redactor.redactExchange(entry);
      this.#slots[slot] = exchange;
      exchanges.push(exchange);
    }
    // An exchange can have a key that is known only after it was read.
    return this.#redactor.version === version ? exchanges : this.exchanges();
  }

  /** Replaces all exchanges. */
  load(exchanges: readonly Exchange[], dropped: number): void {
    this.clear();
    for (const exchange of exchanges) this.add(exchange);
    this.#dropped += dropped;
  }

  clear(): void {
    this.#slots.length = 0;
    this.#first = 0;
    this.#size = 0;
    this.#bodyBytes = 0;
    this.#dropped = 0;
  }

  #evictOldest(): void {
    this.#bodyBytes -= bodyBytesOf(this.#slots[this.#first] as RawExchange | Exchange);
    this.#slots[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.#limits.maxExchanges;
    this.#size -= 1;
    this.#dropped += 1;
  }
}

/** The same before and after an exchange was read: redaction does not change the size of a body. */
function bodyBytesOf(entry: RawExchange | Exchange): number {
  return entry instanceof RawExchange
    ? storedBytes(entry.requestBody) + storedBytes(entry.responseBody)
    : storedBytes(entry.request.body) + storedBytes(entry.response?.body);
}

function storedBytes(body: WireBody | undefined): number {
  if (!body) return 0;
  return body.truncated ? MAX_STORED_BODY_BYTES : body.bytes;
}

/** A body for the journal: its text, cut after a whole character if it is long. */
export function truncateBody(text: string, bytes: number): WireBody {
  if (bytes <= MAX_STORED_BODY_BYTES) return { text, bytes };
  const kept = new Uint8Array(MAX_STORED_BODY_BYTES);
  const { read, written } = new TextEncoder().encodeInto(text, kept);
  if (read === text.length) return { text, bytes };
  // Not a slice of the text, because a slice keeps the whole text in memory.
  return { text: new TextDecoder().decode(kept.subarray(0, written)), bytes, truncated: true };
}

/** The same for bytes. */
export function truncateBytes(bytes: Uint8Array): WireBody {
  if (bytes.length <= MAX_STORED_BODY_BYTES) return bodyFromBytes(bytes);
  return {
    ...bodyFromPrefix(bytes.subarray(0, MAX_STORED_BODY_BYTES)),
    bytes: bytes.length,
    truncated: true,
  };
}
