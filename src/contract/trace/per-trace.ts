/** What several rules need of a trace is made once, by the first that asks. */
import type { Trace } from './trace.js';

/**
 * The trace itself keeps what is made of it. A WeakMap would outlive it, and V8 lets go of what stands in one only when it
 * collects everything there is: all calls of a long journal would be copied twice, and wait for that.
 */
export function perTrace<Made>(make: (trace: Trace) => Made): (trace: Trace) => Made {
  return (trace) => {
    const known = trace.made.get(make) as Made | undefined;
    if (known !== undefined) return known;
    const made = make(trace);
    trace.made.set(make, made);
    return made;
  };
}
