/** What several rules need of a trace is made once, by the first that asks. */
import type { Trace } from './trace.js';

export function perTrace<Made>(make: (trace: Trace) => Made): (trace: Trace) => Made {
  const made = new WeakMap<Trace, { readonly value: Made }>();
  return (trace) => {
    const known = made.get(trace);
    if (known) return known.value;
    const value = make(trace);
    made.set(trace, { value });
    return value;
  };
}
