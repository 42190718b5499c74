/** Judges the clients of a whole journal at once. */
import type { Exchange } from '../../journal/exchange.js';
import type { ConductOptions } from './options.js';
import { watchConduct, type ConductVerdict } from './watch.js';

/** One verdict for each rule of conduct, in the order of the rules. */
export function judgeConduct(
  exchanges: readonly Exchange[],
  options: ConductOptions = {},
): readonly ConductVerdict[] {
  const watch = watchConduct(options);
  for (const exchange of exchanges.toSorted((one, other) => one.sequence - other.sequence))
    watch.see(exchange);
  return watch.verdicts();
}

/** Whether a client broke a rule, advice included. What is merely observed is no fault. */
export function isMisconduct({ outcome }: ConductVerdict): boolean {
  return outcome === 'fail' || outcome === 'warn';
}
