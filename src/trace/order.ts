/** The order of calls in time. Calls that overlap have no order. */
import type { Call } from './call.js';

/**
 * Visits the items by the start of their calls. `check` gets each item with a state built by `absorb` from exactly the items
 * whose calls ended before this call started.
 *
 * @returns the results of `check`, without `undefined`
 */
export function foldBefore<Item extends { readonly call: Call }, State, Found>(
  items: readonly Item[],
  initial: State,
  absorb: (state: State, item: Item) => State,
  check: (state: State, item: Item) => Found | undefined,
): readonly Found[] {
  const all: Found[] = [];
  const byStart = items.toSorted((one, two) => startOf(one) - startOf(two));
  const byEnd = items.toSorted((one, two) => endOf(one) - endOf(two));
  let state = initial;
  let ended = 0;
  for (const item of byStart) {
    for (let next = byEnd[ended]; next && endOf(next) < startOf(item); next = byEnd[++ended])
      state = absorb(state, next);
    const found = check(state, item);
    if (found !== undefined) all.push(found);
  }
  return all;
}

const startOf = ({ call }: { readonly call: Call }): number => call.exchange.startedAt;
const endOf = ({ call }: { readonly call: Call }): number => call.exchange.endedAt;
