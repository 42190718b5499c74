/**
 * Reorders exchanges. They arrive in the order of their end and leave in the order of their start. The buffer is limited in
 * number and in time: an exchange that takes too long does not hold up the others, and leaves out of order.
 */
import type { Exchange } from './exchange.js';

/** The limits of the buffer: its number of exchanges, and the milliseconds (on the journal's clock) that an exchange waits. */
const MAX_HELD = 500;
const MAX_HOLD_TIME = 10_000;

export class ReorderBuffer {
  readonly #emit: (exchange: Exchange) => void;
  readonly #held = new Map<number, Exchange>();
  #next = 1;

  /** @param emit receives each exchange in order; sequences count from 1 */
  constructor(emit: (exchange: Exchange) => void) {
    this.#emit = emit;
  }

  add(exchange: Exchange): void {
    if (exchange.sequence < this.#next) return this.#emit(exchange);
    this.#held.set(exchange.sequence, exchange);
    this.#release();
    for (let first = this.#first(); first && this.#isDue(first, exchange.endedAt); first = this.#first()) {
      this.#next = first.sequence;
      this.#release();
    }
  }

  /** Emits all held exchanges. */
  flush(): void {
    for (let first = this.#first(); first; first = this.#first()) {
      this.#next = first.sequence;
      this.#release();
    }
  }

  #release(): void {
    for (let next = this.#held.get(this.#next); next; next = this.#held.get(this.#next)) {
      this.#held.delete(this.#next);
      this.#next += 1;
      this.#emit(next);
    }
  }

  #first(): Exchange | undefined {
    if (this.#held.size === 0) return undefined;
    let least = Infinity;
    for (const sequence of this.#held.keys()) if (sequence < least) least = sequence;
    return this.#held.get(least);
  }

  #isDue({ endedAt }: Exchange, now: number): boolean {
    return this.#held.size > MAX_HELD || now - endedAt > MAX_HOLD_TIME;
  }
}
