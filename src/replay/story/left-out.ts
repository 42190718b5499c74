/** Collects what a story leaves out of its recording: one sentence for each kind, with the number of times. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  /** @param what a sentence without its full stop */
  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  get lines(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${what}${count > 1 ? ` (${count} times)` : ''}.`);
  }
}
