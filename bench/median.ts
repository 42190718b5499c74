/** Computes the median, which a single slow round hardly changes. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? NaN;
  return Number.isInteger(middle) ? (low + (sorted[middle] ?? NaN)) / 2 : low;
}
