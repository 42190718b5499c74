/** The clock of a Vitest sandbox. It can advance the timers of the test process together with its own time. */
import type { WorkspaceClock } from '../../service/control/bound-methods.js';
import type { ControlledTime } from './controlled-time.js';

/** The clock of the sandbox: job states, rate limits, latency and timestamps, and the paused timers of this process. */
export interface VitestClock extends WorkspaceClock {
  /**
   * Pauses this clock and the timers of this process at the same instant: `setTimeout`, `setInterval` and `Date` are Vitest's
   * fake ones until the test ends, unless the test has faked them itself. From now on, time passes only in `runFor`.
   */
  pauseWithTimers(): void;
  /**
   * Advances this clock and the paused timers together. Advances timer by timer, and lets the client process each response, so the
   * client polls as often as in real time.
   * @param duration `5m`, or milliseconds
   * @throws UserError when the duration is invalid, the timers are not paused, or a response does not arrive
   */
  runFor(duration: string | number): Promise<void>;
}

/** @internal */
export function createVitestClock(clock: WorkspaceClock, time: ControlledTime): VitestClock {
  return {
    ...clock,
    pauseWithTimers: () => time.pause(),
    runFor: (duration) => time.runFor(duration),
  };
}
