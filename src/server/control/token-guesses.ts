/** Slows down a search for the control token: wrong tokens wait, and an address has few of them under way at a time. */
import { setRealTimeout } from '../../base/real-time.js';

/** Real milliseconds until a wrong token is refused. */
const DELAY = 500;

/** The maximum number of wrong tokens of one address that wait. It makes 16 guesses a second. */
const MOST_WAITING = 8;

export class TokenGuesses {
  readonly #waiting = new Map<string, number>();

  /** Whether the address has guessed so much that its next token is refused unread. */
  isBlocked(address: string): boolean {
    return (this.#waiting.get(address) ?? 0) >= MOST_WAITING;
  }

  /** @param refuse called after the delay */
  delay(address: string, refuse: () => void): void {
    this.#waiting.set(address, (this.#waiting.get(address) ?? 0) + 1);
    setRealTimeout(() => {
      const left = (this.#waiting.get(address) ?? 1) - 1;
      if (left > 0) this.#waiting.set(address, left);
      else this.#waiting.delete(address);
      refuse();
    }, DELAY);
  }
}
