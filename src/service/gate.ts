/**
 * Lets requests through side by side, and changes one at a time and alone: a change waits for the requests under way, and
 * requests that come meanwhile wait for the change. Nobody sees half of it.
 */
export class Gate {
  /** Resolves when the change under way is over; undefined while there is none. Requests look at this first. */
  closed: Promise<void> | undefined;
  #inside = 0;
  #onEmpty: (() => void) | undefined;

  enter(): void {
    this.#inside += 1;
  }

  leave(): void {
    this.#inside -= 1;
    if (this.#inside === 0) this.#onEmpty?.();
  }

  /** Does something alone, after the changes that came before. */
  async alone<T>(work: () => Promise<T> | T): Promise<T> {
    while (this.closed) await this.closed;
    let open!: () => void;
    this.closed = new Promise((resolve) => (open = resolve));
    try {
      if (this.#inside > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
      return await work();
    } finally {
      this.#onEmpty = undefined;
      this.closed = undefined;
      open();
    }
  }
}
