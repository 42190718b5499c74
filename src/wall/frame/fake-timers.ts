/** Fake timers and Date, advanced by the wall. */
import { withGlobal } from '@sinonjs/fake-timers';

/** The real functions, captured before the fake timers are installed. */
export const realTimers = {
  now: performance.now.bind(performance),
  setTimeout: window.setTimeout.bind(window),
};

const channel = new MessageChannel();
const queue: (() => void)[] = [];
channel.port1.addEventListener('message', () => queue.shift()?.());
channel.port1.start();

/** Resolves in a new task. Unlike animation frames, not throttled in frames that are out of view. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve);
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
    // Vite and others set timers before the frame's clock is installed, and clear them later.
    shouldClearNativeTimers: true,
    loopLimit: 10_000,
  });
  // The native function uses real time.
  AbortSignal.timeout = (milliseconds: number): AbortSignal => {
    const controller = new AbortController();
    window.setTimeout(
      () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')),
      milliseconds,
    );
    return controller.signal;
  };
  let isRunning = false;
  /** Runs timers without a delay while the clock is paused: many libraries need them to load. */
  const runDue = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    await nextTask();
    isRunning = false;
    const due = nextTimerAt(clock);
    if (due !== undefined && due <= clock.now) {
      runAndReport(() => clock.tick(0));
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
      runAndReport(() => clock.tick(Math.max(0, to - clock.now)));
      // Promises, effects and renders of the page.
      for (let task = 0; task < 6; task += 1) await nextTask();
    },
  };
}

type Clock = ReturnType<ReturnType<typeof withGlobal>['install']>;

/** The library has no API for this. Its version is pinned, and a test detects a change. */
function nextTimerAt(clock: Clock): number | undefined {
  const { timerHeap } = clock as unknown as { timerHeap?: { peek(): { callAt: number } | undefined } };
  return timerHeap?.peek()?.callAt;
}

/** Reports an error in a timer of the page as an uncaught error of the page. */
function runAndReport(work: () => void): void {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}
