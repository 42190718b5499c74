/** Tasks that run beside a loop. The first error is kept until the loop reads it, so that the loop can wait for the other tasks. */

export class TaskGroup {
  /** Each removes itself when it ends. */
  readonly #tasks = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  get isEmpty(): boolean {
    return this.#tasks.size === 0;
  }

  /** The first error of a task, or the one given to `fail`. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  add(task: Promise<unknown>): void {
    const tracked: Promise<void> = task.then(
      () => this.#remove(tracked),
      (error: unknown) => {
        this.fail(error);
        this.#remove(tracked);
      },
    );
    this.#tasks.add(tracked);
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /**
   * Waits until a task ends, or until a time.
   * @param sleep waits until that time, or until it is aborted. Absent: only a task ends the wait
   */
  async waitForEvent(sleep?: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const woken = new Promise<void>((resolve) => (this.#wake = resolve));
    const timer = new AbortController();
    await Promise.race(sleep ? [woken, sleep(timer.signal)] : [woken]);
    timer.abort();
  }

  /** Waits until all tasks have ended. Never rejects. */
  async waitForAll(): Promise<void> {
    await Promise.all(this.#tasks);
  }

  #remove(task: Promise<void>): void {
    this.#tasks.delete(task);
    this.#wake();
  }
}
