/** The recorded latency: the usual range as one fault, and the times of responses that are much slower. */
import type { Fault } from '../../generated/control-api.js';
import { formatDuration } from '../../scenario/duration.js';
import type { Call } from '../../trace/call.js';

export interface Latency {
  /** Undefined when the service responded as fast as the mock server. */
  readonly usual: Fault | undefined;
  /** The effect of a much slower response; empty for any other. */
  readonly slow: (call: Call) => Pick<Fault, 'latency' | 'drip'>;
}

/** Users do not notice a shorter latency. In milliseconds. */
const NOTICED = 40;
/** The minimum of a slow response: this multiple of the median, and this many milliseconds above it. */
const FACTOR = 3;
const EXTRA = 200;
/** A body that takes this long arrives in pieces. */
const LEAST_DRIP = 500;

export function latencyOf(calls: readonly Call[]): Latency {
  // Errors are often faster.
  const succeeded = calls.filter(({ ok }) => ok);
  const times = succeeded.map(tookOf).toSorted((one, two) => one - two);
  const median = times[Math.floor((times.length - 1) / 2)] ?? 0;
  const bound = Math.max(median * FACTOR, median + EXTRA);
  const slow = (call: Call): Pick<Fault, 'latency' | 'drip'> => {
    const { response, failure, firstByteAt, endedAt } = call.exchange;
    if (!response || failure !== undefined) return {};
    const took = tookOf(call);
    const drip = endedAt - (firstByteAt ?? endedAt);
    return {
      ...(took > bound && { latency: formatDuration(took) }),
      ...(drip >= LEAST_DRIP && { drip: formatDuration(drip) }),
    };
  };
  if (median < NOTICED) return { usual: undefined, slow };
  const ordinary = times.filter((took) => took <= bound).map((took) => Math.round(took / 10) * 10);
  const [least, most] = [ordinary[0], ordinary.at(-1)].map((time) => formatDuration(time ?? median));
  const on = [...new Set(succeeded.map(({ operation }) => operation))];
  return { usual: { on, latency: least === most ? `${least}` : `${least}..${most}` }, slow };
}

/** Milliseconds to the first byte; to the last one where the recording does not have the first. */
function tookOf({ exchange }: Call): number {
  return Math.max(0, (exchange.firstByteAt ?? exchange.endedAt) - exchange.startedAt);
}
