/** The real clock, for a check of a real service. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace } from '../contract/index.js';
import { realElapsed } from '../base/real-time.js';

/** @param signal ends every wait at once */
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
