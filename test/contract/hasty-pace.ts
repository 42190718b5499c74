/** A clock for tests that never waits: whoever sleeps finds the time gone by at once. Real time passes on it, too. */
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
      // Those who sleep at the same time wake at theirs, not one after the other.
      ahead += Math.max(0, until - now());
    },
  };
}
