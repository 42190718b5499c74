/** Counts the requests of each operation by their results, and how long the service took. Adds up over segments. */
import type { OperationId } from '../../generated/routes.js';
import { operations } from '../rows/operations.js';
import type { Call } from '../../trace/call.js';
import type { Writable } from '../../journal/exchange.js';
import type { GatewayReport, OperationReport, LatencyReport } from './model.js';

type Counts = Writable<Omit<OperationReport, 'operation' | 'endpoint' | 'latency'>> & {
  readonly latency: LatencyHistogram;
};

export class OperationCounter {
  readonly #counts = new Map<OperationId, Counts>();
  readonly #gateways = new Map<number, number>();

  add({ operation, status, gateway, exchange: { startedAt, endedAt } }: Call): void {
    const counts = this.#countsOf(operation);
    counts.requests++;
    if (gateway !== undefined) {
      counts.gateway++;
      this.#gateways.set(gateway, (this.#gateways.get(gateway) ?? 0) + 1);
      return;
    }
    counts[kindOf(status)]++;
    if (status !== 0) counts.latency.add(Math.max(0, endedAt - startedAt));
  }

  /** The operations with at least one request, in the order of the interface. */
  operations(): readonly OperationReport[] {
    return operations.flatMap(({ id, endpoint }) => {
      const counts = this.#counts.get(id);
      if (!counts) return [];
      const { latency: histogram, ...rest } = counts;
      const latency = histogram.report();
      return [{ operation: id, endpoint, ...rest, ...(latency && { latency }) }];
    });
  }

  gateways(): readonly GatewayReport[] {
    return [...this.#gateways]
      .sort(([one], [two]) => one - two)
      .map(([status, requests]) => ({ status, requests }));
  }

  #countsOf(operation: OperationId): Counts {
    const known = this.#counts.get(operation) ?? {
      requests: 0,
      succeeded: 0,
      redirected: 0,
      refused: 0,
      limited: 0,
      serverErrors: 0,
      gateway: 0,
      lost: 0,
      latency: new LatencyHistogram(),
    };
    this.#counts.set(operation, known);
    return known;
  }
}

function kindOf(status: number): Exclude<keyof Counts, 'requests' | 'gateway' | 'latency'> {
  if (status === 0) return 'lost';
  if (status === 429) return 'limited';
  if (status >= 500) return 'serverErrors';
  if (status >= 400) return 'refused';
  return status >= 300 ? 'redirected' : 'succeeded';
}

const GROWTH = Math.log(1.02);
/** Durations below this share a bucket, in ms. */
const SMALLEST = 0.01;

/**
 * Counts durations in buckets that grow by two percent, so percentiles of endless traffic need little memory. A percentile is at
 * most one percent from the true one; the maximum is exact.
 */
class LatencyHistogram {
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
