/** A section of the validation results: sentences with counts, a table, and failures for the terminal. */
export interface ValidationSection {
  readonly summary: readonly string[];
  /** Markdown. */
  readonly text: string;
  /** One line each. Any of them fails the validation. */
  readonly failures: readonly string[];
}

/** How many items have each value, in the order of their first occurrence. */
export function countBy<Item>(
  items: readonly Item[],
  getValue: (item: Item) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(getValue(item), (counts.get(getValue(item)) ?? 0) + 1);
  return counts;
}
