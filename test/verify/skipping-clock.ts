/** A clock for tests that skips sleeps: it jumps ahead by the slept time. Real time also passes on it. */
import { setImmediate as turn } from 'node:timers/promises';
import { realNow } from '../../src/base/real-time.js';
import type { RunClock } from '../../src/journal/transport.js';

export function createSkippingClock(): RunClock {
  let ahead = 0;
  const now = () => realNow() + ahead;
  return {
    now,
    async sleep(ms) {
      const until = now() + ms;
      await turn();
      // Parallel sleeps overlap: each wakes at its own time.
      ahead += Math.max(0, until - now());
    },
  };
}
