/** The sandbox of one test: the verbs of every workspace, and the address and key for the application under test. */
import { vi } from 'vitest';
import type { Deckhand } from '../../app/deckhand.js';
import { realNow } from '../../base/real-time.js';
import { sandboxRequest } from '../sandbox-request.js';
import type { ScenarioInput } from '../../app/scenario-input.js';
import { Workspace } from '../../service/workspace.js';
import type { WorkspaceClock } from '../../service/control/clocks.js';
import { setRealImmediate } from '../../base/real-immediate.js';
import { UserError } from '../../base/user-error.js';
import { assertTimersPaused, parseRunForDuration } from '../run-for-duration.js';

export class VitestSandbox extends Workspace<ScenarioInput> {
  /** The API key that opens this sandbox, for the application under test. */
  readonly apiKey: string;
  /** The base URL of the API. No server listens there; requests of this process are intercepted. */
  readonly baseUrl: string;
  /** Whether one test alone uses this sandbox, so that its requests come from one client. */
  readonly hasSingleClient = true;
  /** @internal */
  readonly time: ControlledTime;
  readonly #deckhand: Deckhand;

  /** @param origin scheme, host and port of the API */
  constructor(deckhand: Deckhand, key: string, origin: string) {
    super(deckhand.control, key);
    this.apiKey = key;
    this.baseUrl = origin + deckhand.requestMatcher.basePath;
    this.#deckhand = deckhand;
    this.time = new ControlledTime(this.clock, () => {
      const { pending } = deckhand.service.workspace(this.id, realNow());
      return pending.nextRelease(this.clock.now());
    });
  }

  /** The id of the test's own workspace. */
  get workspace(): string {
    return this.id;
  }

  /**
   * Sends a request to the API with the sandbox's key, unless `init` has another one.
   * @param input an absolute URL, or a path: `/templates`, or the path of a `poll_url`
   */
  readonly fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    // Deferred by a microtask: `runFor` advances the clock after timer callbacks.
    this.time.trackRequest(
      Promise.resolve().then(() => this.#deckhand.fetch(sandboxRequest(this, input, init))),
    );

  /**
   * Stops the sandbox's clock and the timers of this process at the same instant: `setTimeout`, `setInterval` and `Date` are
   * vitest's fake ones until the test ends, unless the test has its own. From now on, time passes only in `passTime`.
   */
  stopTime(): void {
    this.time.pause();
  }

  /**
   * Advances the sandbox's clock and the stopped timers together. Advances timer by timer, and lets the client process each response. So it polls as often as in real time.
   * @param by `5m`, or milliseconds
   * @throws UserError when the time is not valid, is not stopped, or a response does not arrive
   */
  async passTime(by: string | number): Promise<void> {
    await this.time.runFor(by);
  }

  /**
   * Waits, in real time, until every request of the test has its response, except those that the sandbox holds back, and the
   * client has processed it.
   * @throws UserError when a response does not arrive
   */
  async waitForNetworkIdle(): Promise<void> {
    await this.time.waitForNetworkIdle();
  }
}

/*
 * The time of one test: the sandbox's clock and vitest's fake timers, advanced together. Counts the requests under way, so that
 * a test can wait until its client has processed every response.
 */

/** The time limit of `waitForNetworkIdle`, in real milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Event loop turns without request activity that count as idle. A response takes several. */
const QUIET_TURNS = 20;

/** So often time stops without passing, while timers without a delay set each other. */
const MAX_ZERO_DELAY_STEPS = 100;

/** Timers to fake; microtasks and streams stay real. */
const FAKED_TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

class ControlledTime {
  readonly #clock: WorkspaceClock;
  readonly #nextRelease: () => number;
  #pendingRequests = 0;
  /** Requests that began or ended. */
  #changes = 0;
  #hasFaked = false;
  #isStopped = false;

  /** @param nextRelease when the next response that is held back is released; infinite if none is */
  constructor(clock: WorkspaceClock, nextRelease: () => number) {
    this.#clock = clock;
    this.#nextRelease = nextRelease;
  }

  async trackRequest<Result>(request: Promise<Result>): Promise<Result> {
    this.#pendingRequests += 1;
    this.#changes += 1;
    try {
      return await request;
    } finally {
      this.#pendingRequests -= 1;
      this.#changes += 1;
    }
  }

  pause(): void {
    this.#clock.pause();
    this.#isStopped = true;
    const now = this.#clock.now();
    if (vi.isFakeTimers()) return void vi.setSystemTime(now);
    vi.useFakeTimers({ now, toFake: [...FAKED_TIMERS] });
    this.#hasFaked = true;
  }

  /** @throws UserError when the time is not valid, is not stopped, or a response does not arrive */
  async runFor(by: string | number): Promise<void> {
    const whole = parseRunForDuration(by);
    assertTimersPaused(this.#isStopped && isSetTimeoutFake(), 'stopTime()', `clock.advance('5m')`);
    await this.waitForNetworkIdle();
    const end = fakeTime() + whole;
    for (let stops = 0; fakeTime() < end;) {
      const before = fakeTime();
      if (stops < MAX_ZERO_DELAY_STEPS) this.#advanceToNextTimer(Math.min(end, this.#nextRelease()));
      else this.#pass(() => vi.advanceTimersByTime(1));
      stops = fakeTime() > before ? 0 : stops + 1;
      await this.waitForNetworkIdle();
    }
  }

  /** @param latest an instant after now */
  #advanceToNextTimer(latest: number): void {
    // vitest moves to the next timer, but does not tell when that is due.
    const last = globalThis.setTimeout(() => undefined, latest - fakeTime());
    try {
      this.#pass(() => vi.advanceTimersToNextTimer());
    } finally {
      globalThis.clearTimeout(last);
    }
  }

  /** Moves the timers, and the sandbox's clock with them, before a request of a timer arrives. */
  #pass(move: () => void): void {
    const before = fakeTime();
    try {
      move();
    } finally {
      this.#clock.advance(fakeTime() - before);
    }
  }

  /** @throws UserError when a response does not arrive */
  async waitForNetworkIdle(): Promise<void> {
    const deadline = realNow() + RESPONSE_TIMEOUT_MS;
    for (;;) {
      await this.#waitForIdle();
      const waiting = this.#pendingRequests - this.#clock.pendingResponses();
      if (waiting <= 0) return;
      if (realNow() > deadline)
        throw new UserError('invalid-option', `The test still waits for responses: ${waiting}.`, {
          hint: 'Responses that the sandbox holds back do not count.',
        });
    }
  }

  /** Gives vitest back the timers that `pause` replaced. */
  restore(): void {
    if (this.#hasFaked) vi.useRealTimers();
    this.#hasFaked = false;
  }

  async #waitForIdle(): Promise<void> {
    for (let turns = 0, before = this.#changes; turns < QUIET_TURNS; turns += 1) {
      await new Promise((resolve) => setRealImmediate(resolve));
      if (this.#changes === before) continue;
      [before, turns] = [this.#changes, 0];
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

/** The time of the fake timers, also if the test left the real `Date`. */
function fakeTime(): number {
  return vi.getMockedSystemTime()?.getTime() ?? 0;
}
