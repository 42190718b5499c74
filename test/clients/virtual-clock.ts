/** Time that jumps to the first sleeper whenever all clients wait. */

interface Timer {
  readonly at: number;
  readonly wake: () => void;
}

/** All clients wait after this number of turns of the event loop without a change. */
const TURNS = 3;
/** Milliseconds; a client that has not finished by then hangs. */
const END = 6 * 3_600_000;

export function createVirtualClock(epoch: number) {
  let now = epoch;
  let sleepers: Timer[] = [];
  let busy = 0;

  return {
    now: (): number => now,

    /** The time does not jump while this work continues, which takes real time: it loads a module. */
    async during<T>(work: Promise<T>): Promise<T> {
      busy += 1;
      try {
        return await work;
      } finally {
        busy -= 1;
      }
    },

    sleep: (milliseconds: number): Promise<void> =>
      new Promise((wake) => {
        sleepers.push({ at: now + milliseconds, wake });
      }),

    async run(work: Promise<unknown>): Promise<void> {
      const state = { isOver: false };
      const over = work.finally(() => (state.isOver = true));
      over.catch(() => undefined);
      for (;;) {
        for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        if (state.isOver) break;
        if (busy > 0) continue;
        const next = sleepers.reduce<Timer | undefined>(
          (first, one) => (first && first.at <= one.at ? first : one),
          undefined,
        );
        if (!next || next.at > epoch + END) throw new Error('A client waits for what never comes.');
        sleepers = sleepers.filter((one) => one !== next);
        now = Math.max(now, next.at);
        next.wake();
      }
      await over;
    },
  };
}
