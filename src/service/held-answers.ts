/** The answers of a workspace that are held back by latency, and when each goes out. */
import type { Answer } from './api.js';

export class HeldAnswers {
  readonly #until = new Map<Answer, number>();

  /** Takes an answer in, if it is to be held back. */
  add(answer: Answer): void {
    const until = answer.delivery?.holdUntil;
    if (until !== undefined) this.#until.set(answer, until);
  }

  /** An answer has gone out, or nobody waits for it any more. */
  delete(answer: Answer): void {
    if (this.#until.size > 0) this.#until.delete(answer);
  }

  clear(): void {
    this.#until.clear();
  }

  /** When the next one goes out; infinite when none is held back. */
  next(now: number): number {
    let next = Infinity;
    for (const until of this.#until.values()) if (until > now && until < next) next = until;
    return next;
  }

  /** How many go out after one instant and by another. */
  between(after: number, by: number): number {
    let count = 0;
    for (const until of this.#until.values()) if (until > after && until <= by) count += 1;
    return count;
  }
}
