/**
 * How far the steps of the two keys have come, for the steps that run beside each other. A milestone is a promise that settles once,
 * also when it can no longer be reached.
 */

class Milestone<T> {
  readonly reached: Promise<T>;
  #resolve: (value: T) => void = () => undefined;

  constructor() {
    this.reached = new Promise((resolve) => (this.#resolve = resolve));
  }

  readonly reach = (value: T): void => this.#resolve(value);
}

/** The first accepted start of the key under test. */
export interface FirstStart {
  /** The template that the service accepted, if the start had one. */
  readonly templateId: string | undefined;
  /** Whether a job was started. */
  readonly isStarted: boolean;
}

export class SharedProgress {
  readonly #firstStart = new Milestone<FirstStart>();
  readonly #nextStartSent = new Milestone<void>();
  /** The start of the other key, while it is under way: the id of its job. */
  #otherStart: Promise<string | undefined> = Promise.resolve(undefined);

  /** Settles after the first accepted start, or when there is none. */
  get firstStart(): Promise<FirstStart> {
    return this.#firstStart.reached;
  }

  /** Settles when a start is sent after the first accepted one, or when none follows: another start that is sent now overlaps with it. */
  get nextStartSent(): Promise<void> {
    return this.#nextStartSent.reached;
  }

  readonly reachFirstStart = this.#firstStart.reach;

  /** A start before the first accepted one is none that another start can overlap with. */
  readonly startSent = (isFirst: boolean): void => void (isFirst || this.#nextStartSent.reach());

  /** The key under test starts no further job. */
  close(): void {
    this.#firstStart.reach({ templateId: undefined, isStarted: false });
    this.#nextStartSent.reach();
  }

  /** The ids of the jobs of the key under test. */
  readonly #jobs = new Set<string>();

  /** The ids of the jobs that were still polled when the run was stopped. */
  followedJobs: readonly string[] = [];

  addJob(id: string): void {
    this.#jobs.add(id);
  }

  hasJob(id: string): boolean {
    return this.#jobs.has(id);
  }

  setOtherStart(start: Promise<string | undefined>): void {
    this.#otherStart = start.catch(() => undefined);
  }

  /** Whether the other workspace has a job with the same id, because each workspace counts its own: requests would reach that job. */
  async isJobOfOther(id: string): Promise<boolean> {
    return (await this.#otherStart) === id;
  }
}
