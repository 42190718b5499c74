/**
 * The journal of a mock server: a ring buffer of the last exchanges, limited in number and in size. It counts evicted
 * exchanges.
 */
import { bodyOfBytes, startOfBytes } from './body.js';
import type { Account, Holder } from '../base/memory-budget.js';
import type { Exchange, WireBody } from './exchange.js';
import { Redactor } from './redact/redactor.js';
import { bodyBytes, EXCHANGE_BYTES, HEADER_BYTES, RawExchange } from './raw-exchange.js';

export interface RingLimits {
  readonly entries: number;
  /** The approximate memory of all exchanges. */
  readonly bytes: number;
}

/** The number of bytes of a body that the journal stores. */
export const KEPT_BODY_BYTES = 65_536;

export const DEFAULT_RING: RingLimits = { entries: 1000, bytes: 33_554_432 };

export class JournalRing implements Holder {
  readonly kind = 'exchanges';
  readonly #limits: RingLimits;
  readonly #account: Account | undefined;
  /** Grows up to the limit; then new entries replace the oldest ones. */
  readonly #slots: (RawExchange | Exchange | undefined)[] = [];
  /** The size of each entry, measured when it was added. */
  readonly #weights: number[] = [];
  /** The slot of the oldest entry. */
  #first = 0;
  #size = 0;
  #weight = 0;
  #dropped = 0;
  readonly #redactor: Redactor;
  /** The version of the redactor at the last read: exchanges that were read before can have a key that is newer. */
  #cleanAt = 0;

  /**
   * @param account the account that its memory is charged to
   * @param redactor knows the keys of all journals
   */
  constructor(limits: RingLimits = DEFAULT_RING, account?: Account, redactor = new Redactor()) {
    this.#redactor = redactor;
    this.#limits = limits;
    this.#account = account;
    account?.add(this);
  }

  /** The approximate memory of all exchanges, in bytes. */
  get weight(): number {
    return this.#weight;
  }

  /** The number of exchanges that were evicted since the journal was cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  add(entry: RawExchange | Exchange): void {
    const { entries, bytes } = this.#limits;
    const isRaw = entry instanceof RawExchange;
    const before = this.#slots[(this.#first + this.#size - 1) % entries];
    if (isRaw && before instanceof RawExchange) entry.shareHeaders(before);
    if (this.#size === entries) this.dropOldest();
    const slot = (this.#first + this.#size) % entries;
    const weight = isRaw ? entry.weight : weigh(entry);
    this.#slots[slot] = entry;
    this.#weights[slot] = weight;
    this.#size += 1;
    this.#weight += weight;
    while (this.#weight > bytes && this.#size > 1) this.dropOldest();
    this.#account?.charge(weight);
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
    const isClean = version === this.#cleanAt;
    this.#cleanAt = version;
    const exchanges: Exchange[] = [];
    for (let index = 0; index < this.#size; index += 1) {
      const slot = (this.#first + index) % this.#limits.entries;
      const entry = this.#slots[slot] as RawExchange | Exchange;
      const exchange =
        entry instanceof RawExchange ? entry.finish() : isClean ? entry : this.#redactor.exchange(entry);
      this.#slots[slot] = exchange;
      exchanges.push(exchange);
    }
    return exchanges;
  }

  /** Replaces all exchanges. */
  load(exchanges: readonly Exchange[], dropped: number): void {
    this.clear();
    for (const exchange of exchanges) this.add(exchange);
    this.#dropped += dropped;
  }

  clear(): void {
    this.#slots.length = 0;
    this.#weights.length = 0;
    this.#first = 0;
    this.#size = 0;
    this.#account?.charge(-this.#weight);
    this.#weight = 0;
    this.#dropped = 0;
  }

  /** Evicts the oldest exchange, if there is one. */
  dropOldest(): void {
    if (this.#size === 0) return;
    const weight = this.#weights[this.#first] ?? 0;
    this.#weight -= weight;
    this.#account?.charge(-weight);
    this.#slots[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.#limits.entries;
    this.#size -= 1;
    this.#dropped += 1;
  }
}

/** A body for the journal: its text, cut after a whole character if it is long. */
export function keepBody(text: string, bytes: number): WireBody {
  if (bytes <= KEPT_BODY_BYTES) return { text, bytes };
  const kept = new Uint8Array(KEPT_BODY_BYTES);
  const { read, written } = new TextEncoder().encodeInto(text, kept);
  if (read === text.length) return { text, bytes };
  // Not a slice of the text, because a slice keeps the whole text in memory.
  return { text: new TextDecoder().decode(kept.subarray(0, written)), bytes, cut: true };
}

/** The same for bytes. */
export function keepBytes(bytes: Uint8Array): WireBody {
  if (bytes.length <= KEPT_BODY_BYTES) return bodyOfBytes(bytes);
  return { ...startOfBytes(bytes.subarray(0, KEPT_BODY_BYTES)), bytes: bytes.length, cut: true };
}

/** The same as `RawExchange.weight`. */
function weigh({ request, response }: Exchange): number {
  let weight = EXCHANGE_BYTES + request.url.length;
  for (const { headers, body } of response ? [request, response] : [request]) {
    for (const [name, value] of headers) weight += HEADER_BYTES + name.length + value.length;
    if (body) weight += bodyBytes(body);
  }
  return weight;
}
