/**
 * The real time and the real timers, captured when this module is loaded. A test that fakes timers later does not affect the
 * mock server's clock or its latencies.
 */

/** Milliseconds since 1970. */
export const realNow = Date.now;

/** Milliseconds with fractions, for measuring durations. */
export const realElapsed = performance.now.bind(performance);

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
