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
  const byStart = sortedBy(items, startOf);
  const byEnd = sortedBy(items, endOf);
  let state = initial;
  let ended = 0;
  for (const item of byStart) {
    for (
      let next = byEnd[ended];
      next && next.call.exchange.endedAt < item.call.exchange.startedAt;
      next = byEnd[ended]
    ) {
      state = absorb(state, next);
      ended++;
    }
    const found = check(state, item);
    if (found !== undefined) all.push(found);
  }
  return all;
}

const startOf = ({ call }: { readonly call: Call }): number => call.exchange.startedAt;
const endOf = ({ call }: { readonly call: Call }): number => call.exchange.endedAt;

/** Copies only if the items are not in order yet. */
function sortedBy<Item>(items: readonly Item[], timeOf: (item: Item) => number): readonly Item[] {
  for (let index = 1; index < items.length; index++) {
    if (timeOf(items[index] as Item) < timeOf(items[index - 1] as Item))
      return items.toSorted((one, two) => timeOf(one) - timeOf(two));
  }
  return items;
}
