/**
 * Hands exchanges on in the order in which they began, though they come as they end: one that began later waits for those
 * before it. Bounded in number and in time: what takes very long is not waited for, and comes out of order.
 */
import type { Exchange } from './exchange.js';

/** How many exchanges are held back, and for how long by the journal's clock, in milliseconds. */
const MOST_HELD = 500;
const LONGEST_HELD = 10_000;

export class InOrder {
  readonly #handOn: (exchange: Exchange) => void;
  readonly #held = new Map<number, Exchange>();
  #next = 1;

  /** @param handOn has each exchange when its turn comes; sequences count from 1 */
  constructor(handOn: (exchange: Exchange) => void) {
    this.#handOn = handOn;
  }

  add(exchange: Exchange): void {
    if (exchange.sequence < this.#next) return this.#handOn(exchange);
    this.#held.set(exchange.sequence, exchange);
    this.#release();
    for (let first = this.#first(); first && this.#isDue(first, exchange.endedAt); first = this.#first()) {
      this.#next = first.sequence;
      this.#release();
    }
  }

  /** Hands on what is left. */
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
      this.#handOn(next);
    }
  }

  #first(): Exchange | undefined {
    if (this.#held.size === 0) return undefined;
    let least = Infinity;
    for (const sequence of this.#held.keys()) if (sequence < least) least = sequence;
    return this.#held.get(least);
  }

  #isDue({ endedAt }: Exchange, now: number): boolean {
    return this.#held.size > MOST_HELD || now - endedAt > LONGEST_HELD;
  }
}
