/** A clock for tests that skips sleeps: it jumps ahead by the slept time. Real time also passes on it. */
import { setTimeout as realSleep } from 'node:timers/promises';
import type { Pace } from '../../src/contract/index.js';

export function hastyPace(): Pace {
  let ahead = 0;
  const now = () => performance.timeOrigin + performance.now() + ahead;
  return {
    now,
    async sleep(ms) {
      const until = now() + ms;
      await realSleep(1);
      // Parallel sleeps overlap: each wakes at its own time.
      ahead += Math.max(0, until - now());
    },
  };
}
