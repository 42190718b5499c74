/** The journal a stand-in keeps: the last exchanges, bounded in number and in bytes. What fell out is counted. */
import type { Exchange, WireBody } from './exchange.js';

export interface RingLimits {
  readonly entries: number;
  /** Of all bodies and addresses together. */
  readonly bytes: number;
}

/** How much of one body is kept, in bytes. */
export const KEPT_BODY_BYTES = 65_536;

export const DEFAULT_RING: RingLimits = { entries: 1000, bytes: 33_554_432 };

export class JournalRing {
  readonly #limits: RingLimits;
  #entries: (Exchange | undefined)[] = [];
  /** Where the oldest entry stands. */
  #head = 0;
  #bytes = 0;
  #dropped = 0;

  constructor(limits: RingLimits = DEFAULT_RING) {
    this.#limits = limits;
  }

  /** How many exchanges fell out since the journal was cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  add(exchange: Exchange): void {
    this.#entries.push(exchange);
    this.#bytes += weigh(exchange);
    while (this.#entries.length - this.#head > 1 && this.#isOver()) {
      this.#bytes -= weigh(this.#entries[this.#head] as Exchange);
      this.#entries[this.#head] = undefined;
      this.#head += 1;
      this.#dropped += 1;
    }
    if (this.#head > 256 && this.#head > this.#entries.length / 2) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
  }

  /** How many are kept. */
  get size(): number {
    return this.#entries.length - this.#head;
  }

  /** The exchanges kept, the oldest first. */
  exchanges(): readonly Exchange[] {
    return this.#entries.slice(this.#head) as Exchange[];
  }

  /** Replaces all. */
  load(exchanges: readonly Exchange[], dropped: number): void {
    this.clear();
    for (const exchange of exchanges) this.add(exchange);
    this.#dropped += dropped;
  }

  clear(): void {
    this.#entries = [];
    this.#head = 0;
    this.#bytes = 0;
    this.#dropped = 0;
  }

  #isOver(): boolean {
    return this.#entries.length - this.#head > this.#limits.entries || this.#bytes > this.#limits.bytes;
  }
}

/** A body as the journal keeps it: its text, cut between two characters when it is long. */
export function keepBody(text: string, bytes: number): WireBody {
  if (bytes <= KEPT_BODY_BYTES) return { text, bytes };
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(KEPT_BODY_BYTES));
  return read < text.length ? { text: text.slice(0, read), bytes, cut: true } : { text, bytes };
}

function weigh({ request, response }: Exchange): number {
  return request.url.length + (request.body?.text.length ?? 0) + (response?.body?.text.length ?? 0);
}
