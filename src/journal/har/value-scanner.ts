/** Finds the end of a JSON value, across chunks. It reads quotes and brackets only; JSON.parse checks the rest. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);

export class ValueScanner {
  #depth = 0;
  #maxDepth = 0;
  #isInString = false;
  #isEscaped = false;

  /** The number of nested levels, as far as the value was scanned. */
  get maxDepth(): number {
    return this.#maxDepth;
  }

  /** Whether a value that starts with this byte ends with a quote or a bracket. Numbers and literals do not. */
  static hasDelimiters(byte: number | undefined): boolean {
    return byte === QUOTE || (byte !== undefined && OPEN.has(byte));
  }

  reset(): void {
    this.#depth = 0;
    this.#maxDepth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }

  /** @returns the index after the value's last byte, or -1 if the value continues after `to` */
  scan(bytes: Uint8Array, from: number, to: number): number {
    let at = this.#isEscaped && from < to ? from + 1 : from;
    if (at > from) this.#isEscaped = false;
    let depth = this.#depth;
    let isInString = this.#isInString;
    while (at < to) {
      if (isInString) {
        let byte = bytes[at];
        while (byte !== QUOTE && at < to) {
          at += byte === BACKSLASH ? 2 : 1;
          byte = bytes[at];
        }
        if (at >= to) break;
        isInString = false;
        at++;
        if (depth === 0) return at;
        continue;
      }
      const byte = bytes[at++];
      if (byte === QUOTE) isInString = true;
      else if (byte === 0x7b || byte === 0x5b) {
        if (++depth > this.#maxDepth) this.#maxDepth = depth;
      } else if ((byte === 0x7d || byte === 0x5d) && --depth <= 0) return at;
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped ||= at > to;
    return -1;
  }
}
