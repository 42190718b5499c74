/** A clock that runs so many times faster than the real one, as a stand-in's does with `speed`. */
import { setTimeout as realSleep } from 'node:timers/promises';
import type { Pace } from '../../src/contract/index.js';

export function scaledPace(speed: number): Pace {
  const began = performance.now();
  return {
    now: () => performance.timeOrigin + began + (performance.now() - began) * speed,
    sleep: (ms) => realSleep(Math.max(1, ms / speed)),
  };
}
