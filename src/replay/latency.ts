/** How long answers took: what was usual, as one fault for all, and what was not, request by request. */
import type { Fault } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';
import { formatDuration } from '../scenario/duration.js';
import { isSuccess } from './answer.js';
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
  // A refusal is a fault of its own, and often quicker.
  const succeeded = timed.filter(([, { answer }]) => isSuccess(answer.status));
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
