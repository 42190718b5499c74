/** Finds where a JSON value ends, byte by byte and across chunks. Looks at quotes and brackets only: parsing is JSON.parse's. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);

export class ValueScanner {
  #depth = 0;
  #deepest = 0;
  #isInText = false;
  #isEscaped = false;

  /** How deep the value nests, as far as it was scanned. */
  get deepest(): number {
    return this.#deepest;
  }

  /** Whether a value that begins with this byte has an end of its own; numbers and words have not. */
  static isBracketed(byte: number | undefined): boolean {
    return byte === QUOTE || (byte !== undefined && OPEN.has(byte));
  }

  reset(): void {
    this.#depth = 0;
    this.#deepest = 0;
    this.#isInText = false;
    this.#isEscaped = false;
  }

  /** The index after the value's last byte; -1 when it goes on beyond `to`. */
  scan(bytes: Uint8Array, from: number, to: number): number {
    let at = this.#isEscaped && from < to ? from + 1 : from;
    if (at > from) this.#isEscaped = false;
    let depth = this.#depth;
    let isInText = this.#isInText;
    while (at < to) {
      if (isInText) {
        let byte = bytes[at];
        while (byte !== QUOTE && at < to) {
          at += byte === BACKSLASH ? 2 : 1;
          byte = bytes[at];
        }
        if (at >= to) break;
        isInText = false;
        at++;
        if (depth === 0) return at;
        continue;
      }
      const byte = bytes[at++];
      if (byte === QUOTE) isInText = true;
      else if (byte === 0x7b || byte === 0x5b) {
        if (++depth > this.#deepest) this.#deepest = depth;
      } else if ((byte === 0x7d || byte === 0x5d) && --depth <= 0) return at;
    }
    this.#depth = depth;
    this.#isInText = isInText;
    this.#isEscaped ||= at > to;
    return -1;
  }
}
