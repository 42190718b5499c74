/** Keeps to a rate: never more than so many requests in any minute, and none before the target wants the next. */
import type { Pace } from './transport.js';

const minute = 60_000;
/** A request takes a moment to arrive, and may arrive sooner than the one before it. */
const margin = 500;

export class RateKeeper {
  readonly #pace: Pace;
  readonly #perMinute: number;
  /** When the latest requests were let go, oldest first. */
  readonly #latest: number[] = [];
  #notBefore = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(pace: Pace, perMinute: number) {
    this.#pace = pace;
    this.#perMinute = perMinute;
  }

  /** Resolves when the next request may go; in the order of asking. */
  turn(onWait: (ms: number) => void): Promise<void> {
    const turn = this.#queue.then(() => this.#wait(onWait));
    // Whoever gives up does not take the others along.
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** The target wants nothing before this moment. */
  holdUntil(time: number): void {
    this.#notBefore = Math.max(this.#notBefore, time);
  }

  async #wait(onWait: (ms: number) => void): Promise<void> {
    for (;;) {
      const now = this.#pace.now();
      const ms = Math.max(this.#notBefore, this.#free()) - now;
      if (ms <= 0) break;
      onWait(ms);
      await this.#pace.sleep(ms);
    }
    if (this.#perMinute === 0) return;
    this.#latest.push(this.#pace.now());
    if (this.#latest.length > this.#perMinute) this.#latest.shift();
  }

  /** When the oldest of the last minute's requests is a minute old. */
  #free(): number {
    const oldest = this.#latest[this.#latest.length - this.#perMinute];
    return this.#perMinute === 0 || oldest === undefined ? 0 : oldest + minute + margin;
  }
}
