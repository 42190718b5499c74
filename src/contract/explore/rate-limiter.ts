/** Limits the requests of a run to a number in any minute, and pauses while the target asks for it. */
import type { Pace } from './transport.js';

const minute = 60_000;
/** Ms of tolerance: requests arrive with different delays. */
const margin = 500;

export class RateLimiter {
  readonly #pace: Pace;
  readonly #perMinute: number;
  /** The times of the last requests, oldest first. */
  readonly #sentAt: number[] = [];
  #notBefore = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(pace: Pace, perMinute: number) {
    this.#pace = pace;
    this.#perMinute = perMinute;
  }

  /** Resolves when the next request may be sent. Serves callers in order. */
  acquire(onWait: (ms: number) => void): Promise<void> {
    const slot = this.#queue.then(() => this.#wait(onWait));
    // An error of one caller does not affect the next.
    this.#queue = slot.catch(() => undefined);
    return slot;
  }

  /** Delays all further requests to this time, in ms. */
  pauseUntil(time: number): void {
    this.#notBefore = Math.max(this.#notBefore, time);
  }

  async #wait(onWait: (ms: number) => void): Promise<void> {
    for (;;) {
      const now = this.#pace.now();
      const ms = Math.max(this.#notBefore, this.#nextSlot()) - now;
      if (ms <= 0) break;
      onWait(ms);
      await this.#pace.sleep(ms);
    }
    if (this.#perMinute === 0) return;
    this.#sentAt.push(this.#pace.now());
    if (this.#sentAt.length > this.#perMinute) this.#sentAt.shift();
  }

  /** The time at which the rate allows the next request. */
  #nextSlot(): number {
    const oldest = this.#sentAt[this.#sentAt.length - this.#perMinute];
    return this.#perMinute === 0 || oldest === undefined ? 0 : oldest + minute + margin;
  }
}
