/**
 * Guesses where an entry ends: before the next that begins with the same name as others did. A guess costs a search, which
 * platforms do much faster than bytes can be looked at one by one, and is proved by parsing it. Where recorders begin their
 * entries now so, now so, guessing ends soon.
 */
import { isBlank } from './prelude.js';

/** Finds bytes among others. @returns the index of the first place between `from` and `to`; -1 without one */
export type Find = (bytes: Uint8Array, sought: Uint8Array, from: number, to: number) => number;

/** No longer entry is guessed. */
export const MOST_GUESSED = 65_536;
/** No beginning of an entry is longer. */
const LONGEST_BEGINNING = 64;
/** It ends where more than one guess of three is wrong, after so many. */
const PATIENCE = 16;
const CLOSE = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;

export class EndGuesser {
  readonly #find: Find;
  /** From the bracket to the first colon. */
  #beginning: Uint8Array | undefined;
  #patience = PATIENCE;

  constructor(find: Find) {
    this.#find = find;
  }

  /** @returns the index after the last byte of the entry that begins at `from`, perhaps */
  endOf(bytes: Uint8Array, from: number, to: number): number | undefined {
    if (!this.#beginning || this.#patience <= 0) return undefined;
    let at = this.#find(bytes, this.#beginning, from + 1, Math.min(to, from + MOST_GUESSED)) - 1;
    while (isBlank(bytes[at])) at--;
    if (at <= from || bytes[at] !== COMMA) return undefined;
    at--;
    while (isBlank(bytes[at])) at--;
    if (at <= from || bytes[at] !== CLOSE) return undefined;
    this.#patience = Math.min(PATIENCE, this.#patience + 1);
    return at + 1;
  }

  /** An entry was scanned from there to there. */
  learn(bytes: Uint8Array, from: number, to: number): void {
    if (this.#beginning) return;
    const beginning = bytes.slice(from, Math.min(to, from + LONGEST_BEGINNING));
    const colon = beginning.indexOf(COLON);
    if (colon > 0) this.#beginning = beginning.subarray(0, colon + 1);
  }

  /** The guess was wrong, or in vain. */
  missed(): void {
    this.#patience -= 3;
    this.#beginning = undefined;
  }
}
