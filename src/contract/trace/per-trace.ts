/** What several rules need of a trace is made once, by the first that asks, and kept with it: a weak map would hold it for longer. */
import type { Trace } from './trace.js';

export function perTrace<Made>(make: (trace: Trace) => Made): (trace: Trace) => Made {
  return (trace) => {
    const known = trace.made.get(make) as { readonly value: Made } | undefined;
    if (known) return known.value;
    const value = make(trace);
    trace.made.set(make, { value });
    return value;
  };
}
