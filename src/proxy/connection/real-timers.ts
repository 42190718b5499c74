/** The real clock and timers of `verify`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunClock } from '../../journal/transport.js';
import { realElapsed } from '../../base/real-time.js';

/** @param signal ends every wait immediately */
export function realTimers(signal?: AbortSignal): RunClock {
  return {
    now: () => performance.timeOrigin + realElapsed(),
    async sleep(ms) {
      try {
        await sleep(ms, undefined, signal && { signal });
      } catch (error) {
        if (!signal?.aborted) throw error;
      }
    },
  };
}
