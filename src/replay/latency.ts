/** The recorded latencies as faults: the usual range as one fault for all requests, and outliers request by request. */
import type { Fault } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';
import { formatDuration } from '../scenario/duration.js';
import { isSuccess } from './recorded-response.js';
import type { JobCall } from './recorded-jobs.js';

export interface Latencies {
  /** Empty when the service responded as fast as Deckhand itself. */
  readonly usual: readonly Fault[];
  /** Latencies far above the usual ones, by the index of the call. */
  readonly outliers: ReadonlyMap<number, string>;
}

/** Latencies below this are ignored, because users do not notice them. In milliseconds. */
const NOTICED = 40;
/** The minimum for an outlier: this multiple of the median, and this many milliseconds above it. */
const FACTOR = 3;
const EXTRA = 200;

export function latencies(calls: readonly JobCall[]): Latencies {
  const timed = [...calls.entries()].filter(
    ([, { response }]) => response.kind !== 'broken' || response.failure === 'truncated',
  );
  // Errors are faults of their own, and often faster.
  const succeeded = timed.filter(([, { response }]) => isSuccess(response.status));
  const times = succeeded.map(([, { took }]) => took).toSorted((one, two) => one - two);
  const median = times[Math.floor((times.length - 1) / 2)] ?? 0;
  const bound = Math.max(median * FACTOR, median + EXTRA);
  const outliers = new Map(
    timed.filter(([, { took }]) => took > bound).map(([index, { took }]) => [index, formatDuration(took)]),
  );
  if (median < NOTICED) return { usual: [], outliers };
  const ordinary = times.filter((took) => took <= bound).map((took) => Math.round(took / 10) * 10);
  const [least, most] = [ordinary[0], ordinary.at(-1)].map((time) => formatDuration(time ?? median));
  const on = [...new Set<OperationId>(succeeded.map(([, { operation }]) => operation))];
  return { usual: [{ on, latency: least === most ? `${least}` : `${least}..${most}` }], outliers };
}
