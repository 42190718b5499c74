/** Reads what follows the entries of a HAR file: whether the document ends there, and whether another one follows. */
import { isBlank } from './prelude.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** After the entries, `log` and the document itself are still open. */
const OPEN_OBJECTS = 2;

export class Postlude {
  /** Whether anything but space follows the end of the document. */
  hasSurplus = false;
  #depth = OPEN_OBJECTS;
  #isInString = false;
  #isEscaped = false;

  /** Whether the document has ended. */
  get isClosed(): boolean {
    return this.#depth <= 0;
  }

  scan(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to && !this.hasSurplus; at++) this.#readByte(bytes[at] ?? 0);
  }

  #readByte(byte: number): void {
    if (this.isClosed) {
      // A record separator of JSON sequences is no content.
      if (!isBlank(byte) && byte !== 0x1e) this.hasSurplus = true;
    } else if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInString) {
      if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isInString = false;
    } else if (byte === QUOTE) this.#isInString = true;
    else if (byte === 0x7b || byte === 0x5b) this.#depth++;
    else if (byte === 0x7d || byte === 0x5d) this.#depth--;
  }
}
