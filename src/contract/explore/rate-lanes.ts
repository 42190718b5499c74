/**
 * The request rate of each key. Section 8 limits the requests of an API key, so each key has a rate of its own, and so do the
 * requests without a valid key. A service may count the requests of an address instead: then all of them share one rate.
 */
import { RateLimiter } from './rate-limiter.js';
import type { KeyOwner } from './run-keys.js';
import type { Pace } from './transport.js';

type Lane = 'key' | 'other' | 'disabled' | 'none';

export class RateLanes {
  readonly #limiters: Readonly<Record<Lane, RateLimiter>>;
  #isShared = false;

  /** @param perMinute 0 means no limit */
  constructor(pace: Pace, perMinute: number) {
    const limiter = () => new RateLimiter(pace, perMinute);
    this.#limiters = { key: limiter(), other: limiter(), disabled: limiter(), none: limiter() };
  }

  of(owner: KeyOwner = 'key'): RateLimiter {
    if (this.#isShared) return this.#limiters.key;
    return this.#limiters[owner === 'wrong' ? 'none' : owner === 'form' ? 'key' : owner];
  }

  /** After a 429: no key exceeded the rate, so the service may count all requests together. */
  share(): void {
    this.#isShared = true;
  }
}
