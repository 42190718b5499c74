/**
 * The time and the timers of this machine, taken when this module is loaded: a test that fakes timers later on neither stops
 * the stand-in's clock nor leaves its latencies hanging. Adapters get them from nowhere else.
 */
/** Milliseconds since 1970. */
export const realNow = Date.now;

/** Milliseconds since some instant, with fractions: for how long something took. */
export const realElapsed = performance.now.bind(performance);

export const {
  setTimeout: setRealTimeout,
  clearTimeout: clearRealTimeout,
  setInterval: setRealInterval,
  clearInterval: clearRealInterval,
  // Only Node has it; what a browser loads does not use it.
  setImmediate: setRealImmediate,
} = globalThis;
