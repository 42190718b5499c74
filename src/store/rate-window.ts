/** The last requests of one key in a sliding window: no period of that length holds more than the rate allows. */
import type { Rate } from './store.js';

export class RateWindow {
  /** When the last granted requests came, as a ring buffer; the next one goes to `#next`. */
  readonly #granted: number[];
  #next: number;

  /** @param granted when the last granted requests came, the oldest first */
  constructor(granted: readonly number[] = []) {
    this.#granted = [...granted];
    this.#next = granted.length;
  }

  /** @returns 0 when a request is granted at `now`, else the milliseconds until one will be */
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

  /** When the last granted requests came, the oldest first. */
  granted(): number[] {
    return [...this.#granted.slice(this.#next), ...this.#granted.slice(0, this.#next)];
  }
}
