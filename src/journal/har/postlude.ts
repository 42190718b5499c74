/**
 * Reads what follows the entries of a HAR file: whether it has the mark of a recording that ended, whether the document ends
 * there, and whether another one follows.
 */
import { END_FIELD } from './end-mark.js';
import { isBlank } from './prelude.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** After the entries, `log` and the document itself are still open. */
const OPEN_OBJECTS = 2;

export class Postlude {
  /** Whether anything but space follows the end of the document. */
  hasSurplus = false;
  /** Whether `log` has an end mark. */
  hasEndMark = false;
  #depth = OPEN_OBJECTS;
  #isInString = false;
  #isEscaped = false;
  /** The string that was read last. It is a name if a colon follows. */
  #text = '';

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
      else if (this.#text.length <= END_FIELD.length) this.#text += String.fromCharCode(byte);
    } else if (byte === QUOTE) {
      this.#isInString = true;
      this.#text = '';
    } else if (byte === 0x3a) this.hasEndMark ||= this.#depth === OPEN_OBJECTS && this.#text === END_FIELD;
    else if (byte === 0x7b || byte === 0x5b) this.#depth++;
    else if (byte === 0x7d || byte === 0x5d) this.#depth--;
  }
}
