/** The real clock and timers of `verify`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunClock } from '../../journal/transport.js';
import { realMonotonicNow } from '../../base/real-time.js';

/** @param signal ends every wait immediately */
export function realTimers(signal?: AbortSignal): RunClock {
  return {
    now: () => performance.timeOrigin + realMonotonicNow(),
    async sleep(ms, own) {
      const signals = [signal, own].filter((one) => one !== undefined);
      const either = signals.length === 0 ? undefined : AbortSignal.any(signals);
      try {
        await sleep(ms, undefined, either && { signal: either });
      } catch (error) {
        if (!either?.aborted) throw error;
      }
    },
  };
}
