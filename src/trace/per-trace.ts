/** Memoizes a value that several rules derive from the same trace. */
import type { Trace } from './trace.js';

export function perTrace<Derived>(derive: (trace: Trace) => Derived): (trace: Trace) => Derived {
  const cache = new WeakMap<Trace, { readonly value: Derived }>();
  return (trace) => {
    const cached = cache.get(trace);
    if (cached) return cached.value;
    const value = derive(trace);
    cache.set(trace, { value });
    return value;
  };
}
