/**
 * The read-write lock of a workspace: requests share it, and a change has it alone. A change waits for the running requests,
 * later requests wait for the change, and no request sees a change in part.
 */
export class ReadWriteLock {
  /** Resolves at the end of the running change; `undefined` when there is none. Requests and reads wait for it first. */
  change: Promise<void> | undefined;
  #sharing = 0;
  #onEmpty: (() => void) | undefined;

  enterShared(): void {
    this.#sharing += 1;
  }

  leaveShared(): void {
    this.#sharing -= 1;
    if (this.#sharing === 0) this.#onEmpty?.();
  }

  /** Runs work alone, after all earlier changes. */
  async runAlone<T>(work: () => Promise<T> | T): Promise<T> {
    while (this.change) await this.change;
    let open!: () => void;
    this.change = new Promise((resolve) => (open = resolve));
    try {
      if (this.#sharing > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
      return await work();
    } finally {
      this.#onEmpty = undefined;
      this.change = undefined;
      open();
    }
  }
}
