/** The spread of samples: where most of them lie, and how far the rest reaches. */

export interface Spread {
  readonly count: number;
  readonly min: number;
  readonly median: number;
  /** Four of five samples are at most this. */
  readonly most: number;
  readonly max: number;
}

/** @param samples at least one */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((one, two) => one - two);
  return {
    count: sorted.length,
    min: quantile(sorted, 0),
    median: quantile(sorted, 0.5),
    most: quantile(sorted, 0.8),
    max: quantile(sorted, 1),
  };
}

export const medianOf = (samples: readonly number[]): number | undefined =>
  samples.length === 0 ? undefined : spreadOf(samples).median;

/** Between two samples, the share between them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}
