/**
 * The granted requests of one key in a sliding window: no interval of the window's length has more requests than the rate.
 */
import type { Rate } from './store.js';

export class RateWindow {
  /** The times of the last granted requests, as a ring buffer. The next one is written at `#next`. */
  readonly #granted: number[];
  #next: number;

  /** @param granted the times of the last granted requests, the oldest first */
  constructor(granted: readonly number[] = []) {
    this.#granted = [...granted];
    this.#next = granted.length;
  }

  /** @returns 0 if a request at `now` is granted, else the milliseconds until the next one can be granted */
  take({ requests, window }: Rate, now: number): number {
    const next = this.#next % requests;
    const oldest = this.#granted[next];
    if (oldest !== undefined && this.#granted.length >= requests) {
      const wait = oldest + window - now;
      if (wait > 0) return wait;
    }
    this.#granted[next] = now;
    this.#next = next + 1;
    return 0;
  }

  /** The times of the last granted requests, the oldest first. */
  granted(): number[] {
    return [...this.#granted.slice(this.#next), ...this.#granted.slice(0, this.#next)];
  }
}
