/**
 * Counts durations in buckets that grow by two percent, so percentiles of endless traffic need little memory. A percentile is at
 * most one percent from the true one; the maximum is exact.
 */
import type { LatencyReport } from './model.js';

const GROWTH = Math.log(1.02);
/** Durations below this share a bucket, in ms. */
const SMALLEST = 0.01;

export class LatencyHistogram {
  readonly #counts = new Map<number, number>();
  #total = 0;
  #max = 0;

  /** @param ms a duration */
  add(ms: number): void {
    const bucket = Math.round(Math.log(Math.max(ms, SMALLEST)) / GROWTH);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#total++;
    if (ms > this.#max) this.#max = ms;
  }

  /** @returns `undefined` without any duration */
  report(): LatencyReport | undefined {
    if (this.#total === 0) return undefined;
    const buckets = [...this.#counts].sort(([one], [two]) => one - two);
    const at = (share: number): number => {
      let left = Math.max(1, Math.ceil(share * this.#total));
      for (const [bucket, count] of buckets) {
        left -= count;
        if (left <= 0) return rounded(Math.min(this.#max, Math.exp(bucket * GROWTH)));
      }
      return rounded(this.#max);
    };
    return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: rounded(this.#max) };
  }
}

/** Three digits say more than a percentile of some requests does. */
const rounded = (ms: number): number => (ms === 0 ? 0 : Number(ms.toPrecision(3)));
