/** Finds the start of `log.entries` in a HAR file, and skips everything before it but the mark of a recording. */
import { RECORDING_FIELD } from './end-mark.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The names `log` and `entries` are shorter; longer names are cut. */
const MAX_NAME_LENGTH = 16;

/** The state of the search. `ended`: the document ended and had no `log.entries`. */
export type PreludeState = 'blank' | 'searching' | 'found' | 'ended' | 'no-object';

export class Prelude {
  state: PreludeState = 'blank';
  /** Whether Deckhand recorded the file while traffic passed, so that it has an end mark if it is whole. */
  isRecording = false;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The string that was read last. It is a name if a colon follows. */
  #text = '';
  /** The current field names at depth 1 and depth 2. */
  #outer = '';
  #inner = '';

  /** @returns the index after the bracket that opens the entries, or `to` */
  scan(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) this.#readInString(byte);
      else this.#readOutside(byte);
      if (this.state === 'found' || this.state === 'no-object') return at + 1;
    }
    return to;
  }

  #readInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    else if (this.#text.length < MAX_NAME_LENGTH) this.#text += String.fromCharCode(byte);
  }

  #readOutside(byte: number): void {
    if (this.state === 'ended' || isBlank(byte)) return;
    if (this.state === 'blank') {
      if (isByteOrderMark(byte)) return;
      this.state = byte === 0x7b ? 'searching' : 'no-object';
    }
    if (byte === QUOTE) {
      this.#isInString = true;
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
    if (this.#depth === 2 && this.#outer === 'log' && text === RECORDING_FIELD) this.isRecording = true;
  }

  #close(): void {
    this.#depth--;
    if (this.#depth === 1) this.#inner = '';
    if (this.#depth === 0) this.state = 'ended';
  }
}

/** Whether the byte is JSON whitespace. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isByteOrderMark(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}
