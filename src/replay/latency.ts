/** How long answers took: what was usual, as one fault for all, and what was not, request by request. */
import type { Fault } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';
import { formatDuration } from '../scenario/duration.js';
import type { JobCall } from './recorded-jobs.js';

export interface Latencies {
  /** None, when answers came as fast as the stand-in's own. */
  readonly usual: readonly Fault[];
  /** By the place of the call: how much longer than usual it took. */
  readonly outliers: ReadonlyMap<number, string>;
}

/** Quicker than this nobody can tell from at once. */
const NOTICED = 40;
/** What takes so many times as long as usual, and this much longer, is an event of its own. */
const FACTOR = 3;
const EXTRA = 200;

export function latencies(calls: readonly JobCall[]): Latencies {
  const timed = [...calls.entries()].filter(
    ([, { answer }]) => answer.kind !== 'broken' || answer.failure === 'truncated',
  );
  const times = timed.map(([, { took }]) => took).toSorted((one, two) => one - two);
  const median = times[Math.floor((times.length - 1) / 2)] ?? 0;
  const bound = Math.max(median * FACTOR, median + EXTRA);
  const outliers = new Map<number, string>();
  const ordinary: number[] = [];
  const operations = new Set<OperationId>();
  for (const [index, { took, operation }] of timed) {
    operations.add(operation);
    if (took > bound) outliers.set(index, formatDuration(took));
    else ordinary.push(took);
  }
  if (median < NOTICED) return { usual: [], outliers };
  const [least, most] = [Math.min(...ordinary), Math.max(...ordinary)].map(
    (time) => Math.round(time / 10) * 10,
  );
  const latency =
    least === most ? formatDuration(median) : `${formatDuration(least ?? 0)}..${formatDuration(most ?? 0)}`;
  return { usual: [{ on: [...operations], latency }], outliers };
}
