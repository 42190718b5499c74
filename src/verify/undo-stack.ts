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
  readonly #onChange: (left: readonly string[]) => void;
  #undos: Undo[] = [];
  #deadline = Infinity;

  /** @param onChange gets what would be left now, the newest first */
  constructor(clock: RunClock, onChange: (left: readonly string[]) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Call it before the change is sent. An undo with the same name replaces the former one. */
  push(undo: Undo): void {
    this.#setUndos([...this.#undos.filter(({ name }) => name !== undo.name), undo]);
  }

  /** Ms that are left for one undo. */
  timeLeft(): number {
    return Math.max(1, this.#deadline - this.#clock.now());
  }

  /** @returns what could not be restored */
  async runAll(): Promise<readonly string[]> {
    this.#deadline = this.#clock.now() + UNDO_TIMEOUT_MS;
    const failed: string[] = [];
    for (const undo of this.#undos.toReversed()) {
      const isRestored = this.#clock.now() < this.#deadline && (await undo.run().catch(() => false));
      if (!isRestored) failed.push(undo.name);
      this.#setUndos(this.#undos.filter((other) => other !== undo));
    }
    return failed;
  }

  #setUndos(undos: Undo[]): void {
    this.#undos = undos;
    this.#onChange(undos.map(({ name }) => name).toReversed());
  }
}
