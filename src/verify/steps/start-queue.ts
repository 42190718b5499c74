/** The jobs that a loop is to start: which one is due, and which ones are started again after a rejection. Section 4.4. */
import type { Requester } from '../requester.js';
import type { PlannedJob } from '../run-plan.js';

/** Jobs at a time with a request rate. */
const MAX_PACED_JOBS = 2;
/** A job that takes longer no longer delays the start of the next one. */
const LONG_JOB_MS = 30_000;
/** Requests a minute at which all jobs can be polled every few seconds. */
const FAST_RATE = 60;

/** What the time of the next start depends on. */
export interface StartContext {
  /** The number of jobs that were started. */
  readonly started: number;
  readonly running: readonly Pick<PlannedJob, 'isLate'>[];
  /** Whether a job has ended. */
  readonly hasFinished: boolean;
}

export class StartQueue {
  readonly #requester: Requester;
  #waiting: readonly PlannedJob[];
  /** The jobs whose start is under way. */
  readonly #starting = new Set<PlannedJob>();
  /** Jobs whose start was rejected while another job was open. */
  #rejected: readonly PlannedJob[] = [];
  readonly #startedAgain = new Set<PlannedJob>();
  /** Since when the next start waits for a running job. */
  #delayedSince: number | undefined;

  constructor(requester: Requester, jobs: readonly PlannedJob[]) {
    this.#requester = requester;
    this.#waiting = jobs;
  }

  /** The jobs whose start is due, comes later, or is under way; without those that were rejected. */
  get pending(): readonly PlannedJob[] {
    return [...this.#waiting, ...this.#starting];
  }

  /** When a start is due, even if no job ends until then. */
  get nextStartAt(): number | undefined {
    return this.#delayedSince === undefined ? undefined : this.#delayedSince + LONG_JOB_MS;
  }

  /**
   * Takes the next job out of the queue, if its start is due; otherwise its delay begins. The first start is alone, because the others learn from it. Without a
   * request rate, the next ones are sent two at the same instant: a service may give both the same id.
   */
  takeDue(context: StartContext): PlannedJob | undefined {
    const most = context.started > 0 && !this.#requester.isPaced ? 2 : 1;
    const [next, ...others] = this.#waiting;
    if (!next || this.#starting.size >= most) return undefined;
    if (this.#isDelayed(next, context)) {
      this.#delayedSince ??= this.#requester.now();
      return undefined;
    }
    this.#delayedSince = undefined;
    this.#waiting = others;
    this.#starting.add(next);
    return next;
  }

  /** The start got its response. */
  endStart(job: PlannedJob): void {
    this.#starting.delete(job);
  }

  /** Starts a job once more when no other one runs: the target may allow only one job at a time. */
  addRejected(job: PlannedJob): void {
    if (!this.#startedAgain.has(job)) this.#rejected = [...this.#rejected, job];
  }

  /** Puts the rejected jobs into the queue, if it is empty. */
  startRejected(): void {
    if (this.pending.length > 0) return;
    this.#waiting = this.#rejected;
    this.#rejected = [];
    for (const job of this.#waiting) this.#startedAgain.add(job);
  }

  /**
   * With a request rate, a few jobs run at a time, so that each is polled often. A late job starts after another one has ended, so
   * its effects on ended jobs are visible. A long job does not hold up the others.
   */
  #isDelayed({ isLate, isLast }: PlannedJob, { running, hasFinished }: StartContext): boolean {
    if (running.length === 0) return false;
    const since = this.#delayedSince;
    if (since !== undefined && this.#requester.now() - since >= LONG_JOB_MS) return false;
    const { requestsPerMinute } = this.#requester.settings;
    const isFast = requestsPerMinute === 0 || requestsPerMinute >= FAST_RATE;
    if (!isFast && running.length >= MAX_PACED_JOBS) return true;
    if (isLast) return running.some((job) => job.isLate);
    return isFast && isLate && !hasFinished;
  }
}
