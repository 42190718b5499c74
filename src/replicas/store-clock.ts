/** Compares the clock of the store with that of this machine, from the times in its replies. */
import { realElapsed, realNow } from '../base/real-time.js';

/** Makes an old measurement count less, because clocks drift. */
const AGEING = 1.001;

export class StoreClock {
  #skew = 0;
  #shortest = Infinity;

  /** The milliseconds by which the clock of the store is ahead. */
  get skew(): number {
    return this.#skew;
  }

  /**
   * The shortest round trips are the most exact.
   * @param time in the reply
   * @param began when the question was sent, in elapsed real milliseconds
   */
  measure(time: number, began: number): void {
    const trip = realElapsed() - began;
    this.#shortest *= AGEING;
    if (trip > this.#shortest) return;
    this.#shortest = trip;
    this.#skew = time - (realNow() - trip / 2);
  }

  forget(): void {
    this.#shortest = Infinity;
  }
}
