/** The answers of a workspace that its clock holds back, by latency, drop by drop or for good, and when each is out. */
import type { Answer } from './api.js';

export class HeldAnswers {
  readonly #until = new Map<Answer, number>();

  /** Takes an answer in, if it is to be held back. */
  add(answer: Answer): void {
    const until = outAt(answer);
    if (until !== undefined) this.#until.set(answer, until);
  }

  /** An answer was handed over, which a slow one is before it is out, or nobody waits for it any more. */
  handOver(answer: Answer, now: number, isBroken: boolean): void {
    const until = this.#until.get(answer);
    if (until !== undefined && (isBroken || answer.delivery?.drip === undefined || until <= now))
      this.#until.delete(answer);
  }

  /** How many are held back still. */
  count(now: number): number {
    let count = 0;
    for (const [answer, until] of this.#until) {
      if (until > now) count += 1;
      else if (answer.delivery?.drip !== undefined) this.#until.delete(answer);
    }
    return count;
  }

  clear(): void {
    this.#until.clear();
  }

  /** When the next one is out; infinite when none will be. */
  next(now: number): number {
    let next = Infinity;
    for (const until of this.#until.values()) if (until > now && until < next) next = until;
    return next;
  }

  /** How many are out after one instant and by another. */
  between(after: number, by: number): number {
    let count = 0;
    for (const until of this.#until.values()) if (until > after && until <= by) count += 1;
    return count;
  }
}

/** On the workspace's clock; infinite when it never is, undefined when nothing holds it back. */
function outAt({ delivery, startedAt }: Answer): number | undefined {
  if (delivery?.connection === 'stall') return Infinity;
  if (delivery?.drip !== undefined) return (delivery.holdUntil ?? startedAt) + delivery.drip;
  return delivery?.holdUntil;
}
