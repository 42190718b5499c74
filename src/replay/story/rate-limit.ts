/**
 * Finds the rate limit behind recorded 429s: a number of requests in a sliding window that refuses exactly the refused requests.
 * A client that is slower then gets none of them. Other 429s are failures that the client did not cause.
 */
import { counted } from '../../base/text/counted.js';
import type { Call } from '../../trace/call.js';
import { formatDuration } from '../../scenario/duration.js';
import { timeOf } from './jobs.js';

export interface RateLimit {
  /** Such as `20/1m`. */
  readonly limit: string;
  /** Why this limit, in a sentence. */
  readonly evidence: string;
}

/** Milliseconds. The interface's example is a window of a minute (8), so it comes first. */
const WINDOWS = [
  60_000, 1000, 2000, 5000, 10_000, 15_000, 20_000, 30_000, 120_000, 300_000, 600_000, 3_600_000,
];

/** Fewer refusals, or a smaller number of requests, fit a limit by chance. */
const LEAST_REFUSALS = 3;
const LEAST_REQUESTS = 3;

/** @param calls of one key, in the order of time */
export function rateLimitOf(calls: readonly Call[]): RateLimit | undefined {
  const refusals = calls.filter(isOverLimit).length;
  if (refusals < LEAST_REFUSALS) return undefined;
  for (const window of WINDOWS) {
    const { most, least } = grantedBefore(calls, window);
    // The limit lies above every count before a granted request, and not above any count before a refused one.
    if (most >= least || least < LEAST_REQUESTS) continue;
    const length = formatDuration(window);
    return {
      limit: `${least}/${length}`,
      evidence:
        `${counted(refusals, 'refusal')} of ${counted(calls.length, 'request')}: each came after ${least} requests within ` +
        `${length}, and no granted request did.`,
    };
  }
  return undefined;
}

export function isOverLimit({ exchange }: Call): boolean {
  return exchange.failure === undefined && exchange.response?.status === 429;
}

/** The most granted requests within the window before a granted one, and the fewest before a refused one. */
function grantedBefore(
  calls: readonly Call[],
  window: number,
): { readonly most: number; readonly least: number } {
  const granted: number[] = [];
  let most = 0;
  let least = Infinity;
  for (const call of calls) {
    const at = timeOf(call);
    while (granted[0] !== undefined && granted[0] + window <= at) granted.shift();
    if (isOverLimit(call)) least = Math.min(least, granted.length);
    else {
      most = Math.max(most, granted.length);
      granted.push(at);
    }
  }
  return { most, least };
}
