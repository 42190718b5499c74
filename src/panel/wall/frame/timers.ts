/** Fake timers and Date, advanced by the wall. */
import { withGlobal } from '@sinonjs/fake-timers';

/** The real functions, from before the frame's time stood still. */
export const realTimers = {
  now: performance.now.bind(performance),
  setTimeout: window.setTimeout.bind(window),
};

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.addEventListener('message', () => waiting.shift()?.());
channel.port1.start();

/** Lets tasks of the page run first. Not throttled in frames that are out of view, as animation frames are. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(0);
  });
}

export interface FrameClock {
  now(): number;
  /** The instant of the earliest timer. */
  next(): number | undefined;
  advance(to: number): Promise<void>;
}

/** @param now the time of the wall @param onTimer called when the page sets a timer */
export function installFakeTimers(now: number, onTimer: () => void): FrameClock {
  const clock = withGlobal(window).install({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    // Vite and others set timers before a frame is told the time; clearing those must work, too.
    shouldClearNativeTimers: true,
    loopLimit: 10_000,
  });
  // The browser's own follows the real time.
  AbortSignal.timeout = (milliseconds: number): AbortSignal => {
    const controller = new AbortController();
    window.setTimeout(
      () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')),
      milliseconds,
    );
    return controller.signal;
  };
  let isRunning = false;
  /** Timers without a delay run while the time stands still: many libraries load with them. */
  const runDue = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    await nextTask();
    isRunning = false;
    const due = nextTimerAt(clock);
    if (due !== undefined && due <= clock.now) {
      reportingErrors(() => clock.tick(0));
      onTimer();
    }
  };
  const fakeTimeout = window.setTimeout;
  const set = function (this: unknown, ...args: Parameters<typeof fakeTimeout>): number {
    const id = fakeTimeout(...args) as unknown as number;
    const [, delay = 0] = args;
    if (Number(delay) > 0) onTimer();
    else void runDue();
    return id;
  };
  window.setTimeout = set as typeof window.setTimeout;
  const fakeInterval = window.setInterval;
  window.setInterval = ((...args: Parameters<typeof fakeInterval>) => {
    onTimer();
    return fakeInterval(...args);
  }) as typeof window.setInterval;
  return {
    now: () => clock.now,
    next: () => nextTimerAt(clock),
    async advance(to) {
      reportingErrors(() => clock.tick(Math.max(0, to - clock.now)));
      // Promises, effects and renders of the page.
      for (let turn = 0; turn < 6; turn += 1) await nextTask();
    },
  };
}

type Clock = ReturnType<ReturnType<typeof withGlobal>['install']>;

/** The library has no function for it; its version is fixed, and a test sees a change. */
function nextTimerAt(clock: Clock): number | undefined {
  const { timerHeap } = clock as unknown as { timerHeap?: { peek(): { callAt: number } | undefined } };
  return timerHeap?.peek()?.callAt;
}

/** An error in a timer of the page is that of the page. */
function reportingErrors(work: () => void): void {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}
