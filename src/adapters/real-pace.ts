/** The clock of this machine, for a check that runs in real time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace } from '../contract/index.js';
import { realElapsed } from './real-time.js';

/**
 * @param signal ends every wait when somebody wants to leave
 */
export function realPace(signal?: AbortSignal): Pace {
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
