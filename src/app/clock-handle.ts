/** The handle on a workspace's clock. The clock drives states, rate limits, latency and timestamps. */
import type { ClockStep } from '../generated/control-api.js';
import { needAdvance } from '../control/clock-time.js';
import { advanceClock, pauseClock, readClock, resumeClock, setClockSpeed } from '../service/clock.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { UserError } from '../base/user-error.js';
import { realNow } from '../base/real-time.js';
import type { ClockVerbs } from '../control/workspace-verbs.js';

export interface ClockHandle extends ClockVerbs {
  now(): number;
  held(): number;
  advance(by: string | number): void;
  pause(): void;
  resume(): void;
  setSpeed(speed: number): void;
}

export function clockHandle(
  state: () => WorkspaceState,
  next: (job: string | undefined) => Promise<ClockStep>,
): ClockHandle {
  const set = (change: (clock: WorkspaceState['clock'], real: number) => WorkspaceState['clock']): void => {
    const current = state();
    current.clock = change(current.clock, realNow());
  };
  return {
    now: () => readClock(state().clock, realNow()),
    held() {
      const { clock, held } = state();
      return held.count(readClock(clock, realNow()));
    },
    advance: (by) => set((clock, real) => advanceClock(clock, real, needAdvance(by))),
    next: (job) => next(job),
    pause: () => set(pauseClock),
    resume: () => set(resumeClock),
    setSpeed(speed) {
      if (!Number.isFinite(speed) || speed <= 0)
        throw new UserError('bad-option', `The speed ${speed} is not possible.`);
      set((clock, real) => setClockSpeed(clock, real, speed));
    },
  };
}
