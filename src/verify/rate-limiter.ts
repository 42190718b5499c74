/** Spreads the requests of a run evenly over time, and pauses while the target asks for it. Requests with a higher priority go first. */
import type { RunClock } from '../journal/transport.js';

const MINUTE_MS = 60_000;
/** Tolerance in a minute: requests arrive with different delays. */
const MARGIN_MS = 500;

interface Waiting {
  readonly priority: number;
  /** Whether it may be sent at once, in place of the next one, if the rate of the last minute allows it. */
  readonly isUrgent: boolean;
  /** Called before each wait; may throw to give up. */
  readonly onWait: (ms: number) => void;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export class RateLimiter {
  readonly #clock: RunClock;
  /** Ms between two requests. */
  readonly #interval: number;
  readonly #perMinute: number;
  /** The times of the requests in the last minute. */
  #recent: number[] = [];
  #waiting: Waiting[] = [];
  #isServing = false;
  #next = 0;
  #notBefore = 0;

  /** @param perMinute 0 means no limit */
  constructor(clock: RunClock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#interval = perMinute === 0 ? 0 : (MINUTE_MS + MARGIN_MS) / perMinute;
  }

  /**
   * Resolves when the next request may be sent. Serves callers of one priority in order.
   * @param isUrgent sends it at once while no minute has more requests than the rate, and the next one later instead
   */
  acquire(onWait: (ms: number) => void, priority = 1, isUrgent = false): Promise<void> {
    const slot = new Promise<void>((resolve, reject) => {
      const waiting = { priority, isUrgent, onWait, resolve, reject };
      if (!this.#isSentAtOnce(waiting)) this.#waiting.push(waiting);
    });
    if (!this.#isServing) void this.#serve();
    return slot;
  }

  #isSentAtOnce({ isUrgent, resolve }: Waiting): boolean {
    const now = this.#clock.now();
    if (!isUrgent || this.#interval === 0 || this.#notBefore > now) return false;
    this.#recent = this.#recent.filter((time) => time > now - MINUTE_MS - MARGIN_MS);
    if (this.#recent.length >= this.#perMinute) return false;
    this.#recent.push(now);
    this.#next = Math.max(this.#next, now) + this.#interval;
    resolve();
    return true;
  }

  /** Delays all further requests to this time, in ms. */
  pauseUntil(time: number): void {
    this.#notBefore = Math.max(this.#notBefore, time);
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    for (let first = this.#first(); first; first = this.#first()) {
      const now = this.#clock.now();
      const next = first.isUrgent ? Math.min(this.#next, this.#freeAt()) : this.#next;
      const ms = Math.max(this.#notBefore, next) - now;
      if (ms <= 0) {
        this.#remove(first);
        this.#next = Math.max(this.#next, now) + this.#interval;
        if (this.#interval > 0) this.#note(now);
        first.resolve();
        // The caller continues before the next one is served.
        await Promise.resolve();
      } else if (this.#canWait(first, ms)) await this.#clock.sleep(ms);
    }
    this.#isServing = false;
  }

  /** When the last minute will have fewer requests than the rate. */
  #freeAt(): number {
    const oldest = this.#recent.at(-this.#perMinute);
    return oldest === undefined ? 0 : oldest + MINUTE_MS + MARGIN_MS;
  }

  #note(now: number): void {
    this.#recent.push(now);
    if (this.#recent.length > 2 * this.#perMinute) this.#recent = this.#recent.slice(-this.#perMinute);
  }

  #first(): Waiting | undefined {
    const highest = Math.max(...this.#waiting.map(({ priority }) => priority));
    return this.#waiting.find(({ priority }) => priority === highest);
  }

  #canWait(waiting: Waiting, ms: number): boolean {
    try {
      waiting.onWait(ms);
      return true;
    } catch (reason) {
      this.#remove(waiting);
      waiting.reject(reason);
      return false;
    }
  }

  #remove(served: Waiting): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== served);
  }
}
