/** Why a response did not arrive, as far as the recording shows it. */
import type { Call } from './call.js';

/**
 * `silence`: the service sent nothing, and the client waited. `gave-up`: the client aborted at once, so the request shows nothing
 * about the service. `unknown`: the recording has no reason.
 */
export type Cause = 'cut' | 'silence' | 'gave-up' | 'unknown';

/** A client that waits this long, in milliseconds, waits for the service. */
const PATIENCE = 1000;

export function causeOf({ response, took, exchange }: Call): Cause {
  if (response.kind !== 'broken') return 'unknown';
  if (exchange.notes?.isUnexplained) return 'unknown';
  if (response.failure === 'timeout') return 'silence';
  if (response.failure !== 'aborted') return 'cut';
  return took >= PATIENCE ? 'silence' : 'gave-up';
}
