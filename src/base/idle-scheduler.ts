/** Runs long work in small steps between requests. */
import { clearRealTimeout, realElapsed, setRealTimeout } from './real-time.js';

/** The pause after a step is this multiple of the step's duration, up to MAX_PAUSE milliseconds. */
const PAUSE_FACTOR = 20;
const MAX_PAUSE_MS = 1_000;

export interface IdleTask {
  /** Whether there is a step to do. */
  readonly hasNextStep: boolean;
  /** Does a step, which takes some milliseconds. */
  runStep(): void;
}

export class IdleScheduler {
  readonly #work: IdleTask;
  #timer: ReturnType<typeof setRealTimeout> | undefined;
  #nextStep = 0;

  constructor(work: IdleTask) {
    this.#work = work;
  }

  /** Call it when there may be a step to do. */
  schedule(): void {
    if (this.#timer !== undefined || !this.#work.hasNextStep) return;
    this.#timer = setRealTimeout(() => this.#step(), Math.max(0, this.#nextStep - realElapsed()));
    this.#timer.unref();
  }

  stop(): void {
    clearRealTimeout(this.#timer);
  }

  #step(): void {
    this.#timer = undefined;
    const began = realElapsed();
    this.#work.runStep();
    const ended = realElapsed();
    this.#nextStep = ended + Math.min((ended - began) * PAUSE_FACTOR, MAX_PAUSE_MS);
    this.schedule();
  }
}
