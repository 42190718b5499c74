/** Runs in pages and their frames: records when the next timer is due. It can use only functions of the page. */

interface PageTimer {
  /** When it is due, by the clock of the page. */
  at: number;
  readonly delay: number;
  /** Runs it now. Undefined for intervals, animation frames and idle callbacks. */
  run: (() => void) | undefined;
  /** The number of consecutive timers that set each other, or of repetitions, without a request. */
  idleRuns: number;
}

export interface PageTimers {
  /**
   * Milliseconds until the next timer is due; null if there is none. Timers with a shorter delay than `minDelay` do not count
   * after several repetitions without a request, such as those of an animation.
   */
  next(minDelay: number): number | null;
  /**
   * Runs the timeouts that are due now. The clock of the page would move those that they set to the next millisecond.
   * @returns whether there were any
   */
  runDue(): boolean;
  /** Records that the page sends a request. */
  recordRequest(): void;
  /** The shortest delay of the timers that fired late and sent a request. */
  shortestLate: number | null;
}

declare global {
  var deckhandTimers: PageTimers | undefined;
}

export function installTimerTracking(): void {
  if (globalThis.deckhandTimers) return;
  const maxIdleRuns = 20;
  const page = globalThis;
  /** The clock of the page. */
  const now = (): number => page.Date.now();
  const waiting = new Map<number, PageTimer>();
  /** The timer whose callback runs, with its microtasks. */
  let running: PageTimer | undefined;
  let isLate = false;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (running = undefined);

  type Run = (...values: unknown[]) => void;
  /** @param fixed the delay of timers that have none of their own */
  const wrapTimer =
    (set: (run: Run, delay: never) => number, repeats: boolean, fixed?: number) =>
    (run: Run, delay?: unknown, ...values: unknown[]): number => {
      if (typeof run !== 'function') return set(run, delay as never);
      const length = fixed ?? Math.max(0, Number(delay) || 0);
      const timer: PageTimer = {
        at: now() + length,
        delay: length,
        run: undefined,
        idleRuns: running ? running.idleRuns + 1 : 0,
      };
      const fire = (...passed: unknown[]): void => {
        [running, isLate] = [timer, now() - timer.at > 1];
        port2.postMessage(undefined);
        if (repeats) {
          timer.at = now() + length;
          timer.idleRuns += 1;
        } else waiting.delete(id);
        Reflect.apply(run, undefined, [...values, ...passed]);
      };
      const id = set(fire, delay as never);
      if (!repeats && fixed === undefined)
        timer.run = () => {
          page.clearTimeout(id);
          fire();
        };
      waiting.set(id, timer);
      return id;
    };
  const wrapClear =
    (clear: (id: number) => void) =>
    (id: number): void => {
      waiting.delete(id);
      clear(id);
    };

  const timeout = AbortSignal.timeout.bind(AbortSignal);
  Object.assign(page, {
    setTimeout: wrapTimer(page.setTimeout, false),
    setInterval: wrapTimer(page.setInterval, true),
    requestAnimationFrame: wrapTimer(page.requestAnimationFrame, false, 16),
    requestIdleCallback: wrapTimer(page.requestIdleCallback, false, 50),
    clearTimeout: wrapClear(page.clearTimeout),
    clearInterval: wrapClear(page.clearInterval),
    cancelAnimationFrame: wrapClear(page.cancelAnimationFrame),
    cancelIdleCallback: wrapClear(page.cancelIdleCallback),
  });
  // The clock of the page has it, but it is not one of the timers above.
  AbortSignal.timeout = (delay) => {
    page.setTimeout(() => undefined, delay);
    return timeout(delay);
  };
  globalThis.deckhandTimers = {
    shortestLate: null,
    next(minDelay) {
      const counted = [...waiting.values()].filter(
        (timer) => timer.delay >= minDelay || timer.idleRuns < maxIdleRuns,
      );
      return counted.length === 0 ? null : Math.min(...counted.map(({ at }) => at)) - now();
    },
    runDue() {
      const due = [...waiting.values()].filter(({ at, run }) => run !== undefined && at <= now());
      for (const { run } of due)
        try {
          run?.();
        } catch (error) {
          reportError(error);
        }
      return due.length > 0;
    },
    recordRequest() {
      if (!running) return;
      running.idleRuns = 0;
      if (isLate) this.shortestLate = Math.min(this.shortestLate ?? Infinity, running.delay);
    },
  };
}
