/**
 * When the parts of a workspace changed. Nothing is logged: each part has the number of its last change, so a client that
 * names the number it has seen gets what changed after it.
 */

/** Jobs and exchanges are not here: the store and the journal count them. `replay`: the jobs of a recording that is played. */
export type ChangedPart = 'workspace' | 'clock' | 'faults' | 'scenarios' | 'replay';

export class ChangeRecord {
  /** Distinguishes this state from others with the same numbers, such as the state of an earlier process. */
  readonly start: string;
  readonly #last = new Map<ChangedPart, number>();
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

  note(part: ChangedPart): void {
    this.#count += 1;
    this.#last.set(part, this.#count);
  }

  reset(): void {
    this.#resets += 1;
  }

  isChanged(part: ChangedPart, after: number): boolean {
    return (this.#last.get(part) ?? 0) > after;
  }
}
