/** A clock for runs over sockets: it jumps to the end of the shortest sleep as soon as no request is under way. Real time also passes on it. */
import { realNow } from '../../src/base/real-time.js';
import type { RunClock, Transport } from '../../src/journal/transport.js';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

export class SkippingClock implements RunClock {
  readonly #sleepers = new Set<Sleeper>();
  #ahead = 0;
  #requests = 0;
  #isChecking = false;

  readonly now = (): number => realNow() + this.#ahead;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper = { until: this.now() + Math.max(0, ms), wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', () => this.#sleepers.delete(sleeper));
      this.#skipWhenIdle();
    });

  /** Counts the requests of a transport, so that no time is skipped while one is under way. */
  track(transport: Transport): Transport {
    return async (request) => {
      this.#requests++;
      try {
        return await transport(request);
      } finally {
        this.#requests--;
        this.#skipWhenIdle();
      }
    };
  }

  #skipWhenIdle(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    // After all microtasks: everything that can go on without time has done so.
    setImmediate(() => {
      this.#isChecking = false;
      if (this.#requests > 0) return;
      const [first] = [...this.#sleepers].sort((one, other) => one.until - other.until);
      if (!first) return;
      this.#ahead += Math.max(0, first.until - this.now());
      this.#sleepers.delete(first);
      first.wake();
      this.#skipWhenIdle();
    });
  }
}
