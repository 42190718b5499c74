/** Finds the entries of a HAR file: the array in `log.entries`, whatever stands before it. Skips the rest unread. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** No name that matters is longer. */
const LONGEST_NAME = 16;

/** How far the search got. `ended`: the document is over and had none. */
export type PreludeState = 'blank' | 'searching' | 'found' | 'ended' | 'no-object';

export class Prelude {
  state: PreludeState = 'blank';
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** The text that was read last: a name, when a colon follows. */
  #text = '';
  /** The names that lead to the value being read, at the two depths that matter. */
  #outer = '';
  #inner = '';

  /** The index after the bracket that opens the entries, or `to`. */
  scan(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#isInText) this.#readText(byte);
      else this.#readMark(byte);
      if (this.state === 'found' || this.state === 'no-object') return at + 1;
    }
    return to;
  }

  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInText = false;
    else if (this.#text.length < LONGEST_NAME) this.#text += String.fromCharCode(byte);
  }

  #readMark(byte: number): void {
    if (this.state === 'ended' || isBlank(byte)) return;
    if (this.state === 'blank') {
      if (isByteOrderMark(byte)) return;
      this.state = byte === 0x7b ? 'searching' : 'no-object';
    }
    if (byte === QUOTE) {
      this.#isInText = true;
      this.#text = '';
    } else if (byte === 0x3a) this.#name(this.#text);
    else if (byte === 0x2c) this.#name('');
    else if (byte === 0x5b && this.#depth === 2 && this.#outer === 'log' && this.#inner === 'entries')
      this.state = 'found';
    else if (byte === 0x7b || byte === 0x5b) this.#depth++;
    else if (byte === 0x7d || byte === 0x5d) this.#close();
  }

  #name(text: string): void {
    if (this.#depth === 1) this.#outer = text;
    if (this.#depth === 2) this.#inner = text;
  }

  #close(): void {
    this.#depth--;
    if (this.#depth === 1) this.#inner = '';
    if (this.#depth === 0) this.state = 'ended';
  }
}

/** Whether JSON passes over the byte between values. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isByteOrderMark(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}
