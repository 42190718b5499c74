/**
 * A queue of requests for each rate. Section 8 limits the requests of an API key, so each key has a rate of its own, and so do
 * the requests without a valid key. A service may count the requests of an address instead: then all of them share one rate.
 */
import type { KeyRole } from './api-keys.js';
import { RateLimiter } from './rate-limiter.js';
import type { RunClock } from '../journal/transport.js';

type Queue = 'key' | 'other' | 'without-access' | 'none';

export class RateQueues {
  readonly #limiters: Readonly<Record<Queue, RateLimiter>>;
  #isShared = false;

  /** @param perMinute 0 means no limit */
  constructor(clock: RunClock, perMinute: number) {
    const limiter = (): RateLimiter => new RateLimiter(clock, perMinute);
    this.#limiters = { key: limiter(), other: limiter(), 'without-access': limiter(), none: limiter() };
  }

  of(owner: KeyRole = 'key'): RateLimiter {
    if (this.#isShared) return this.#limiters.key;
    return this.#limiters[owner === 'invalid' ? 'none' : owner === 'form' ? 'key' : owner];
  }

  /** After a 429: no key exceeded the rate, so the service may count all requests together. */
  share(): void {
    this.#isShared = true;
  }
}
