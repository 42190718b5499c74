/** What restores the changes of a run: undone once each, the newest first, at the end of the run and after it was stopped. */
import type { RunClock } from '../journal/transport.js';

/** All undos together take no longer than this. */
const UNDO_TIMEOUT_MS = 5_000;

export interface Undo {
  /** What is left if it fails, for a note: `the title of presentation p1`. */
  readonly name: string;
  /** @returns whether the former value is there */
  readonly run: () => Promise<boolean>;
}

export class UndoStack {
  readonly #clock: RunClock;
  #undos: Undo[] = [];
  #deadline = Infinity;

  constructor(clock: RunClock) {
    this.#clock = clock;
  }

  /** Call it before the change is sent. */
  push(undo: Undo): void {
    this.#undos.push(undo);
  }

  /** What would be left now, the newest first. */
  names(): readonly string[] {
    return this.#undos.map(({ name }) => name).toReversed();
  }

  /** Ms that are left for one undo. */
  timeLeft(): number {
    return Math.max(1, this.#deadline - this.#clock.now());
  }

  /** @returns what could not be restored */
  async runAll(): Promise<readonly string[]> {
    this.#deadline = this.#clock.now() + UNDO_TIMEOUT_MS;
    const failed: string[] = [];
    for (let undo = this.#undos.pop(); undo; undo = this.#undos.pop()) {
      const isRestored = this.#clock.now() < this.#deadline && (await undo.run().catch(() => false));
      if (!isRestored) failed.push(undo.name);
    }
    return failed;
  }
}
