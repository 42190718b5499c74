/** The median. A single slow round does not change it much. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? NaN;
  return Number.isInteger(middle) ? (low + (sorted[middle] ?? NaN)) / 2 : low;
}
