/** Runs a long task in small steps between requests. */
import { clearRealTimeout, realMonotonicNow, setRealTimeout } from './real-time.js';

/** The pause after a step is this multiple of the step's duration, up to MAX_PAUSE_MS. */
const PAUSE_FACTOR = 20;
const MAX_PAUSE_MS = 1_000;

export interface IdleTask {
  /** Whether there is a step to do. */
  readonly hasNextStep: boolean;
  /** Does a step, which takes some milliseconds. */
  runStep(): void;
}

export class IdleScheduler {
  readonly #task: IdleTask;
  #timer: ReturnType<typeof setRealTimeout> | undefined;
  #nextStepAt = 0;

  constructor(task: IdleTask) {
    this.#task = task;
  }

  /** Call it when there may be a step to do. */
  schedule(): void {
    if (this.#timer !== undefined || !this.#task.hasNextStep) return;
    this.#timer = setRealTimeout(() => this.#step(), Math.max(0, this.#nextStepAt - realMonotonicNow()));
    this.#timer.unref();
  }

  stop(): void {
    clearRealTimeout(this.#timer);
  }

  #step(): void {
    this.#timer = undefined;
    const startedAt = realMonotonicNow();
    this.#task.runStep();
    const endedAt = realMonotonicNow();
    this.#nextStepAt = endedAt + Math.min((endedAt - startedAt) * PAUSE_FACTOR, MAX_PAUSE_MS);
    this.schedule();
  }
}
