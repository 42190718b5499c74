/** Tracks the last change of each part of a workspace, so that a cursor with the number of a change selects later changes. */

/** The tracked parts. The source of jobs and the journal count the changes of jobs and exchanges. */
export type WorkspacePart = 'workspace' | 'clock' | 'faults' | 'scenarios';

export class ChangeTracker {
  /** Distinguishes this state from others with the same counts, such as the state of an earlier process. */
  readonly start: string;
  readonly #last = new Map<WorkspacePart, number>();
  #count = 0;
  #resets = 0;

  /** @param real the real time at which the state was created */
  constructor(real: number) {
    this.start = real.toString(36);
  }

  /** The number of the last change. */
  get count(): number {
    return this.#count;
  }

  /** The number of resets. After a reset, everything is new. */
  get resets(): number {
    return this.#resets;
  }

  markChanged(part: WorkspacePart): void {
    this.#count += 1;
    this.#last.set(part, this.#count);
  }

  reset(): void {
    this.#resets += 1;
  }

  hasChanged(part: WorkspacePart, after: number): boolean {
    return (this.#last.get(part) ?? 0) > after;
  }
}
