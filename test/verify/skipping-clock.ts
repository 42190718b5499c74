/**
 * A virtual clock for runs over sockets: it jumps to the end of the shortest wait as soon as no request is under way. Real time does not
 * pass on it, so a busy machine changes no duration.
 */
import type { RunClock, Transport } from '../../src/journal/transport.js';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

export class SkippingClock implements RunClock {
  readonly #sleepers = new Set<Sleeper>();
  #time = Date.UTC(2026, 0, 15, 9, 30);
  #requests = 0;
  #isChecking = false;

  readonly now = (): number => this.#time;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper = { until: this.#time + Math.max(0, ms), wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper);
        resolve();
      });
      this.#skipWhenIdle();
    });

  /** A wait of the server before it responds to a tracked request. */
  readonly delay = async (ms: number): Promise<void> => {
    this.#requests--;
    await this.sleep(ms);
    this.#requests++;
  };

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
      this.#time = Math.max(this.#time, first.until);
      this.#sleepers.delete(first);
      first.wake();
      this.#skipWhenIdle();
    });
  }
}
