/** Notices a key that gets nothing but 429 for a long time: its Retry-After is nonsense, or another client uses the key up. */

/** Ms of nothing but 429: longer than the window of the documented example, one minute. */
const MAX_LIMITED = 180_000;
/** The same before any other response, where less is lost. */
const MAX_LIMITED_AT_START = 45_000;

export class LimitedKey {
  /** Whether the key got a response other than 429. */
  #hasDecision = false;
  #since: number | undefined;

  /** @returns the seconds of nothing but 429, once they are too many */
  note(status: number, now: number): number | undefined {
    if (status !== 429) this.#since = undefined;
    else this.#since ??= now;
    this.#hasDecision ||= status !== 429 && status !== 0;
    const longest = this.#hasDecision ? MAX_LIMITED : MAX_LIMITED_AT_START;
    if (this.#since === undefined || now - this.#since < longest) return undefined;
    return Math.round((now - this.#since) / 1000);
  }
}
