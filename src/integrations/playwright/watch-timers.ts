/** Runs in pages: knows when the next timer is due. It can use only functions of the page. */

interface PageTimer {
  /** When it is due, by the clock of the page. */
  at: number;
  readonly delay: number;
}

export interface PageTimers {
  /** Milliseconds until the first timer with at least this delay is due; null if there is none. */
  next(delay: number): number | null;
  /** Notes that the page sends a request. */
  sends(): void;
  /** The shortest delay of the timers that fired late and sent a request. */
  shortestLate: number | null;
}

declare global {
  var deckhandTimers: PageTimers | undefined;
}

export function watchTimers(): void {
  if (globalThis.deckhandTimers) return;
  /** The clock of the page. */
  const now = (): number => globalThis.Date.now();
  const waiting = new Map<number, PageTimer>();
  /** The timer whose callback runs, with its microtasks; undefined if it was on time. */
  let late: PageTimer | undefined;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (late = undefined);

  const watched =
    (set: (run: TimerHandler, delay?: number) => number, repeats: boolean) =>
    (run: TimerHandler, delay?: number, ...values: unknown[]): number => {
      if (typeof run !== 'function') return set(run, delay);
      const length = Math.max(0, Number(delay) || 0);
      const timer: PageTimer = { at: now() + length, delay: length };
      const id = set(() => {
        late = now() - timer.at > 1 ? timer : undefined;
        port2.postMessage(undefined);
        if (repeats) timer.at = now() + length;
        else waiting.delete(id);
        Reflect.apply(run, undefined, values);
      }, delay);
      waiting.set(id, timer);
      return id;
    };
  const forgets =
    (clear: (id?: number) => void) =>
    (id?: number): void => {
      if (id !== undefined) waiting.delete(id);
      clear(id);
    };

  Object.assign(globalThis, {
    setTimeout: watched(globalThis.setTimeout, false),
    setInterval: watched(globalThis.setInterval, true),
    clearTimeout: forgets(globalThis.clearTimeout),
    clearInterval: forgets(globalThis.clearInterval),
  });
  globalThis.deckhandTimers = {
    shortestLate: null,
    next(delay) {
      const due = [...waiting.values()].filter((timer) => timer.delay >= delay).map(({ at }) => at);
      return due.length === 0 ? null : Math.min(...due) - now();
    },
    sends() {
      if (late) this.shortestLate = Math.min(this.shortestLate ?? Infinity, late.delay);
    },
  };
}
