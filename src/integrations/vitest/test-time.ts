/**
 * The time of one test: the sandbox's clock and vitest's fake timers, advanced together. Counts the requests under way, so that
 * a test can wait until its client has processed every response.
 */
import { vi } from 'vitest';
import type { ClockHandle } from '../../app/clock-handle.js';
import { setRealImmediate } from '../../base/real-immediate.js';
import { realNow } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';
import { stepsOf } from '../time-steps.js';

/** The time limit of `settle`, in real milliseconds. */
const PATIENCE = 10_000;

/** So many turns of the event loop without a request that begins or ends count as quiet. A response takes several. */
const QUIET = 20;

/** What a client waits by. Promises and streams go on. */
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

export class TestTime {
  readonly #clock: ClockHandle;
  #underWay = 0;
  /** Requests that began or ended. */
  #changes = 0;
  #hasFaked = false;

  constructor(clock: ClockHandle) {
    this.#clock = clock;
  }

  async track<Result>(request: Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    this.#changes += 1;
    try {
      return await request;
    } finally {
      this.#underWay -= 1;
      this.#changes += 1;
    }
  }

  stop(): void {
    this.#clock.pause();
    const now = this.#clock.now();
    if (vi.isFakeTimers()) return void vi.setSystemTime(now);
    vi.useFakeTimers({ now, toFake: [...TIMERS] });
    this.#hasFaked = true;
  }

  /** @throws UserError when a time is not valid, or a response does not arrive */
  async pass(by: string | number, step: string | number): Promise<void> {
    const steps = stepsOf(by, step);
    await this.settle();
    for (const milliseconds of steps) {
      this.#clock.advance(milliseconds);
      if (vi.isFakeTimers()) vi.advanceTimersByTime(milliseconds);
      await this.settle();
    }
  }

  /** @throws UserError when a response does not arrive */
  async settle(): Promise<void> {
    const deadline = realNow() + PATIENCE;
    for (;;) {
      await this.#quiet();
      const waiting = this.#underWay - this.#clock.held();
      if (waiting <= 0) return;
      if (realNow() > deadline)
        throw new UserError('bad-option', `The test still waits for responses: ${waiting}.`, {
          hint: 'Responses that the sandbox holds back do not count.',
        });
    }
  }

  /** Gives vitest back the timers that `stop` replaced. */
  restore(): void {
    if (this.#hasFaked) vi.useRealTimers();
    this.#hasFaked = false;
  }

  async #quiet(): Promise<void> {
    for (let turns = 0, before = this.#changes; turns < QUIET; turns += 1) {
      await new Promise((resolve) => setRealImmediate(resolve));
      if (this.#changes === before) continue;
      [before, turns] = [this.#changes, 0];
    }
  }
}
