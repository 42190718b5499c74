/** The journal of a mock server: a ring buffer of the last exchanges. It counts evicted exchanges. */
import { bodyFromBytes, bodyFromPrefix } from './body.js';
import type { Exchange, WireBody } from './exchange.js';
import { countCharacters, RawExchange } from './raw-exchange.js';
import { Redactor } from './redact/redactor.js';

export interface RingLimits {
  readonly maxExchanges: number;
  /** The size of all stored addresses, headers and bodies. */
  readonly maxBytes: number;
}

/** The maximum number of bytes of a body that the journal stores. */
export const MAX_STORED_BODY_BYTES = 65_536;

const DEFAULT_LIMITS: RingLimits = { maxExchanges: 1000, maxBytes: 8_388_608 };

export class JournalRing {
  readonly #limits: RingLimits;
  /** Grows up to the limit; then new entries replace the oldest ones. */
  readonly #slots: (RawExchange | Exchange | undefined)[] = [];
  /** The bytes of each slot. They are those of the received exchange, because redaction changes texts. */
  readonly #slotBytes: number[] = [];
  /** The slot of the oldest entry. */
  #first = 0;
  #size = 0;
  #bytes = 0;
  #evicted = 0;
  readonly #redactor: Redactor;
  /** The version of the redactor at the last read. Exchanges that were read before can contain a newer key. */
  #redactedVersion = 0;

  /** @param redactor knows the keys of all journals */
  constructor(redactor = new Redactor(), limits: RingLimits = DEFAULT_LIMITS) {
    this.#redactor = redactor;
    this.#limits = limits;
  }

  /** The number of exchanges that were evicted since the journal was cleared. */
  get evicted(): number {
    return this.#evicted;
  }

  add(entry: RawExchange | Exchange): void {
    const { maxExchanges, maxBytes } = this.#limits;
    const previous = this.#slots[(this.#first + this.#size - 1) % maxExchanges];
    if (entry instanceof RawExchange && previous instanceof RawExchange) entry.reuseHeaders(previous);
    if (this.#size === maxExchanges) this.#evictOldest();
    const slot = (this.#first + this.#size) % maxExchanges;
    const bytes = countBytes(entry);
    this.#slots[slot] = entry;
    this.#slotBytes[slot] = bytes;
    this.#size += 1;
    this.#bytes += bytes;
    while (this.#bytes > maxBytes && this.#size > 1) this.#evictOldest();
  }

  /** The number of exchanges that were added since the journal was cleared. */
  get added(): number {
    return this.#size + this.#evicted;
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
    const since = this.#redactedVersion;
    this.#redactedVersion = version;
    const exchanges: Exchange[] = [];
    for (let index = 0; index < this.#size; index += 1) {
      const slot = (this.#first + index) % this.#limits.maxExchanges;
      const entry = this.#slots[slot] as RawExchange | Exchange;
      const exchange =
        entry instanceof RawExchange
          ? entry.toExchange()
          : since === version
            ? entry
            : this.#redactor.redactAgain(entry, since);
      this.#slots[slot] = exchange;
      exchanges.push(exchange);
    }
    // Reading an exchange can add a new key.
    return this.#redactor.version === version ? exchanges : this.exchanges();
  }

  /** Replaces all exchanges. */
  load(exchanges: readonly Exchange[], evicted: number): void {
    this.clear();
    // They can contain keys that this server knows, and the server that saved them did not.
    this.#redactedVersion = 0;
    for (const exchange of exchanges) this.add(exchange);
    this.#evicted += evicted;
  }

  clear(): void {
    this.#slots.length = 0;
    this.#slotBytes.length = 0;
    this.#first = 0;
    this.#size = 0;
    this.#bytes = 0;
    this.#evicted = 0;
  }

  #evictOldest(): void {
    this.#bytes -= this.#slotBytes[this.#first] ?? 0;
    this.#slots[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.#limits.maxExchanges;
    this.#size -= 1;
    this.#evicted += 1;
  }
}

function countBytes(entry: RawExchange | Exchange): number {
  if (entry instanceof RawExchange)
    return entry.headBytes() + storedBytes(entry.requestBody) + storedBytes(entry.responseBody);
  const { request, response } = entry;
  const headers = [...request.headers, ...(response?.headers ?? [])];
  return (
    request.url.length +
    countCharacters(headers.flat()) +
    storedBytes(request.body) +
    storedBytes(response?.body)
  );
}

function storedBytes(body: WireBody | undefined): number {
  if (!body) return 0;
  return body.truncated ? MAX_STORED_BODY_BYTES : body.bytes;
}

/** Truncates a body for the journal, after a complete character. */
export function truncateBody(text: string, bytes: number): WireBody {
  if (bytes <= MAX_STORED_BODY_BYTES) return { text, bytes };
  const stored = new Uint8Array(MAX_STORED_BODY_BYTES);
  const { read, written } = new TextEncoder().encodeInto(text, stored);
  if (read === text.length) return { text, bytes };
  // Not a slice of the text, because a slice would retain the whole text in memory.
  return { text: new TextDecoder().decode(stored.subarray(0, written)), bytes, truncated: true };
}

/** Truncates the bytes of a body for the journal. */
export function truncateBytes(bytes: Uint8Array): WireBody {
  if (bytes.length <= MAX_STORED_BODY_BYTES) return bodyFromBytes(bytes);
  return {
    ...bodyFromPrefix(bytes.subarray(0, MAX_STORED_BODY_BYTES)),
    bytes: bytes.length,
    truncated: true,
  };
}
