/** Draws a sample that is the same at every run with the same seed. */

export function drawn<Item>(all: readonly Item[], size: number, seed: number): readonly Item[] {
  const random = generator(seed);
  return all
    .map((item) => ({ item, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, size)
    .map(({ item }) => item);
}

/** Mulberry32: small, and good enough to shuffle. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
