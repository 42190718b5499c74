/** The last requests of one key within a window that slides: exactly so many in any stretch of that length, no more. */
import type { Rate } from './store.js';

export class RateWindow {
  /** When the last granted requests came, as a ring; the next one goes to `#next`. */
  readonly #granted: number[] = [];
  #next = 0;

  /** @returns 0 when a request is granted at `now`, else the milliseconds until one will be */
  take({ requests, window }: Rate, now: number): number {
    const oldest = this.#granted[this.#next];
    if (oldest !== undefined && this.#granted.length >= requests) {
      const wait = oldest + window - now;
      if (wait > 0) return wait;
    }
    this.#granted[this.#next] = now;
    this.#next = (this.#next + 1) % requests;
    return 0;
  }
}
