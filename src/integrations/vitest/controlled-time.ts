/** The time of one test: the sandbox's clock and Vitest's fake timers, advanced together. */
import { vi } from 'vitest';
import { setRealImmediate } from '../../base/real-immediate.js';
import { realNow } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';
import type { WorkspaceClock } from '../../service/control/bound-methods.js';
import { assertTimersPaused, parseRunForDuration } from '../run-for-duration.js';
import { observeRealTimers, type RealTimer } from './real-timers.js';

/** The time limit of `waitForNetworkIdle`, in real milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Event loop turns without request activity that count as idle. A response takes several. */
const IDLE_TURNS = 20;

/** Maximum consecutive steps without a delay, for timers without a delay that set each other. */
const MAX_ZERO_DELAY_STEPS = 100;

/** Timers to fake; microtasks and streams stay real. */
const FAKED_TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

/** Counts pending requests, so that a test can wait until its client has processed every response. */
export class ControlledTime {
  readonly #clock: WorkspaceClock;
  readonly #nextRelease: () => number;
  #pendingRequests = 0;
  /** The number of request starts and ends. */
  #requestEvents = 0;
  #hasFakedTimers = false;
  #isPaused = false;
  /** The timers that the test has set in real time. Ends when the clock is paused. */
  #endObservation: (() => readonly RealTimer[]) | undefined;
  /** The timers that were set before the clock was paused, with their times on the paused clock. */
  #earlierTimers: readonly RealTimer[] = [];
  /** The number of times that timers of the test were run. */
  #timerRuns = 0;

  /** @param nextRelease when the next delayed response is released; infinite if there is none */
  constructor(clock: WorkspaceClock, nextRelease: () => number) {
    this.#clock = clock;
    this.#nextRelease = nextRelease;
    if (!isSetTimeoutFake()) this.#endObservation = observeRealTimers();
  }

  async trackRequest<Result>(request: Promise<Result>): Promise<Result> {
    this.#pendingRequests += 1;
    this.#requestEvents += 1;
    try {
      return await request;
    } finally {
      this.#pendingRequests -= 1;
      this.#requestEvents += 1;
    }
  }

  /** Pauses the sandbox's clock and the timers of this process at the same instant. */
  pause(): void {
    this.#clock.pause();
    this.#isPaused = true;
    const now = this.#clock.now();
    const shift = now - realNow();
    this.#earlierTimers = (this.#endObservation?.() ?? []).map(({ due, call }) => ({
      due: due + shift,
      call,
    }));
    this.#endObservation = undefined;
    if (vi.isFakeTimers()) return void vi.setSystemTime(now);
    vi.useFakeTimers({ now, toFake: [...FAKED_TIMERS] });
    this.#hasFakedTimers = true;
  }

  /**
   * @throws UserError when the duration is invalid, the timers are not paused, a response does not arrive, or nothing happens because a
   * timer was set before the clock was paused
   */
  async runFor(duration: string | number): Promise<void> {
    const total = parseRunForDuration(duration);
    assertTimersPaused(this.#isPaused && isSetTimeoutFake(), 'clock.pauseWithTimers()');
    await this.#waitForResponses();
    const events = this.#requestEvents;
    const timerRuns = this.#timerRuns;
    const end = getFakeTime() + total;
    for (let zeroDelaySteps = 0; getFakeTime() < end;) {
      const before = getFakeTime();
      if (zeroDelaySteps < MAX_ZERO_DELAY_STEPS) this.#advanceToNextTimer(Math.min(end, this.#nextRelease()));
      else this.#advanceBoth(() => vi.advanceTimersByTime(1));
      zeroDelaySteps = getFakeTime() > before ? 0 : zeroDelaySteps + 1;
      await this.#waitForResponses();
    }
    await this.waitForNetworkIdle();
    if (this.#timerRuns === timerRuns && this.#requestEvents === events) this.#assertNoEarlierTimer();
  }

  /** @param limit the instant, after now, at which to stop without a timer */
  #advanceToNextTimer(limit: number): void {
    // Vitest advances to the next timer, but does not report when that is due.
    const timers = vi.getTimerCount();
    const stop = { isReached: false };
    const limitTimer = globalThis.setTimeout(() => (stop.isReached = true), limit - getFakeTime());
    try {
      this.#advanceBoth(() => vi.advanceTimersToNextTimer());
    } finally {
      globalThis.clearTimeout(limitTimer);
      if (!stop.isReached || vi.getTimerCount() !== timers) this.#timerRuns += 1;
    }
  }

  /** Advances the timers, and then the sandbox's clock, before a request of a timer arrives. */
  #advanceBoth(advanceTimers: () => void): void {
    const before = getFakeTime();
    try {
      advanceTimers();
    } finally {
      this.#clock.advance(getFakeTime() - before);
    }
  }

  /**
   * Waits until the client has processed every response that does not wait for the clock. Paused timers that are due now are run,
   * because libraries report results with `setTimeout(0)`.
   * @throws UserError when a response does not arrive
   */
  async waitForNetworkIdle(): Promise<void> {
    await this.#waitForResponses();
    for (let round = 0; this.#isPaused && round < MAX_ZERO_DELAY_STEPS && hasDueTimer(); round += 1) {
      this.#timerRuns += 1;
      vi.advanceTimersByTime(0);
      await this.#waitForResponses();
    }
  }

  async #waitForResponses(): Promise<void> {
    const deadline = realNow() + RESPONSE_TIMEOUT_MS;
    for (;;) {
      await this.#waitForIdle();
      const pending = this.#pendingRequests - this.#clock.pendingResponses();
      if (pending <= 0) return;
      if (realNow() > deadline)
        throw new UserError('invalid-option', `The test still waits for responses: ${pending}.`, {
          hint: 'Responses that wait for the clock of the sandbox do not count.',
        });
    }
  }

  /** @throws UserError if the time has passed a timer that was set before the clock was paused */
  #assertNoEarlierTimer(): void {
    const late = this.#earlierTimers.find(({ due }) => due <= getFakeTime());
    if (!late) return;
    throw new UserError('invalid-option', `${late.call} was set before the clock was paused.`, {
      hint: 'Pause first: call clock.pauseWithTimers() before your app starts.',
    });
  }

  /** Restores the timers that `pause` replaced. */
  restore(): void {
    this.#endObservation?.();
    this.#endObservation = undefined;
    if (this.#hasFakedTimers) vi.useRealTimers();
    this.#hasFakedTimers = false;
  }

  async #waitForIdle(): Promise<void> {
    for (let turns = 0, before = this.#requestEvents; turns < IDLE_TURNS; turns += 1) {
      await new Promise((resolve) => setRealImmediate(resolve));
      if (this.#requestEvents === before) continue;
      [before, turns] = [this.#requestEvents, 0];
    }
  }
}

/** Whether `setTimeout` is fake. A test can fake other timers only. */
function isSetTimeoutFake(): boolean {
  if (!vi.isFakeTimers()) return false;
  const before = vi.getTimerCount();
  const timer = globalThis.setTimeout(() => undefined, 0);
  const after = vi.getTimerCount();
  globalThis.clearTimeout(timer);
  return after > before;
}

/** Whether a fake timer is due now. Fake timers have their clock as a property, which Vitest does not declare. */
function hasDueTimer(): boolean {
  const { clock } = globalThis.setTimeout as { readonly clock?: FakeClock };
  return Object.values(clock?.timers ?? {}).some(({ callAt }) => callAt <= (clock?.now ?? -Infinity));
}

/** A part of the clock of fake timers. */
interface FakeClock {
  readonly now: number;
  readonly timers?: Readonly<Record<string, { readonly callAt: number }>>;
}

/** The time of the fake timers, even if the test does not fake `Date`. */
function getFakeTime(): number {
  return vi.getMockedSystemTime()?.getTime() ?? 0;
}
