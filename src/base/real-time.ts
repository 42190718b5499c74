/**
 * The real time and the real timers, captured when this module is loaded. A test that fakes timers later does not affect the
 * mock server's clock or its latencies.
 */

const systemNow = Date.now;

/** Milliseconds with fractions, for measuring durations. */
export const realMonotonicNow = performance.now.bind(performance);

/** The largest difference between the system clock and the monotonic clock so far. */
let offset = -Infinity;

/**
 * Milliseconds since 1970. It never goes back: when the system clock does, the monotonic clock continues from its last time, until
 * the system clock is ahead again.
 */
export function realNow(): number {
  const now = systemNow();
  const elapsed = realMonotonicNow();
  offset = Math.max(offset, now - elapsed);
  return Math.max(now, Math.floor(elapsed + offset));
}

export const {
  setTimeout: setRealTimeout,
  clearTimeout: clearRealTimeout,
  setInterval: setRealInterval,
  clearInterval: clearRealInterval,
} = globalThis;

/** Waits in real time, even if a test has faked the timers. */
export function realDelay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setRealTimeout(resolve, milliseconds));
}
