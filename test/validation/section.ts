/** A part of the proof: its counts in sentences, its table for the document, and its failures for the terminal. */
export interface ProofPart {
  readonly summary: readonly string[];
  /** Markdown. */
  readonly text: string;
  /** One line each; the proof fails if there is one. */
  readonly failures: readonly string[];
}

/** How many items have each value, in the order of their first occurrence. */
export function countBy<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(valueOf(item), (counts.get(valueOf(item)) ?? 0) + 1);
  return counts;
}
