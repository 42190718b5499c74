/**
 * Splits a HAR file that arrives in chunks into its entries. It holds one entry in memory and continues after a damaged one.
 * It does not parse: the reader rejects an entry that is not JSON.
 */
import { ByteQueue } from './byte-queue.js';
import { Postlude } from './postlude.js';
import { isBlank, Prelude } from './prelude.js';
import { ValueScanner } from './value-scanner.js';

/** Larger entries are skipped, because an entry is in memory until its end. */
const MAX_ENTRY_BYTES = 67_108_864;

/** The bytes of one entry. */
export interface RawEntry {
  /** Valid until the next call. */
  readonly bytes: Uint8Array;
  /** Counts from 1. */
  readonly ordinal: number;
  /** The position of its first byte in the file. */
  readonly offset: number;
  /** The number of levels of brackets. */
  readonly depth: number;
  /** The entry was too large and was skipped. */
  readonly isTooLarge: boolean;
}

type Phase = 'prelude' | 'between' | 'entry' | 'scalar' | 'oversized' | 'over';

/** The start of an entry after the end of another one. Headers, cookies and parameters start differently. */
const NEXT_ENTRY =
  /\}\s*,\s*(?=\{\s*"(?:_\w+|startedDateTime|time|request|response|pageref|cache|connection)")/g;

export class EntrySplitter {
  readonly #queue = new ByteQueue();
  readonly #prelude = new Prelude();
  readonly #postlude = new Postlude();
  readonly #scanner = new ValueScanner();
  #phase: Phase = 'prelude';
  /** The queue's index of the next byte to read. */
  #position = 0;
  #ordinal = 0;
  #offset = 0;
  /** The bounds of the last entry. If it is rejected, the search for the next entry starts inside it. */
  #last = { from: 0, to: 0 };

  push(chunk: Uint8Array): void {
    this.#position -= this.#queue.append(chunk);
  }

  /** The next complete entry. */
  next(): RawEntry | undefined {
    const queue = this.#queue;
    for (;;) {
      if (this.#phase !== 'entry' && this.#phase !== 'scalar') queue.start = this.#position;
      if (this.#position >= queue.end) return undefined;
      if (this.#phase === 'prelude') this.#findEntries();
      else if (this.#phase === 'between') this.#findStart();
      else if (this.#phase === 'over') this.#readRest();
      else {
        const end = this.#phase === 'scalar' ? this.#scalarEnd() : this.#scan();
        const isTooLarge = this.#phase === 'oversized';
        if (end >= 0) return this.#cut(end, isTooLarge);
        if (this.#phase === 'entry' && queue.end - queue.start > MAX_ENTRY_BYTES) this.#handleOversized();
      }
    }
  }

  /** Tells the splitter that the last entry is not JSON. It continues at the next entry that starts inside it. */
  reject(): void {
    this.#restart(this.#last.from, this.#last.to);
  }

  /** Marks the end of the file. @returns whether another entry starts inside an unfinished one */
  finish(): boolean {
    if (this.#phase !== 'entry') return false;
    return this.#restart(this.#queue.start, this.#queue.end);
  }

  /** How far the file was read. */
  get state(): {
    readonly phase: Phase;
    readonly prelude: Prelude['state'];
    readonly ordinal: number;
    readonly offset: number;
    readonly isClosed: boolean;
    readonly hasSurplus: boolean;
    /** Whether the file should have an end mark, and whether it has one. */
    readonly isRecording: boolean;
    readonly hasEndMark: boolean;
  } {
    return {
      phase: this.#phase,
      prelude: this.#prelude.state,
      ordinal: this.#ordinal,
      offset: this.#offset,
      isClosed: this.#postlude.isClosed,
      hasSurplus: this.#postlude.hasSurplus,
      isRecording: this.#prelude.isRecording,
      hasEndMark: this.#postlude.hasEndMark,
    };
  }

  #readRest(): void {
    const { bytes, end } = this.#queue;
    if (this.#prelude.state === 'found') this.#postlude.scan(bytes, this.#position, end);
    this.#position = end;
  }

  #findEntries(): void {
    this.#position = this.#prelude.scan(this.#queue.bytes, this.#position, this.#queue.end);
    if (this.#prelude.state === 'found') this.#phase = 'between';
    else if (this.#prelude.state === 'no-object') this.#phase = 'over';
  }

  #findStart(): void {
    const { bytes, end } = this.#queue;
    while (this.#position < end && (isBlank(bytes[this.#position]) || bytes[this.#position] === 0x2c))
      this.#position++;
    this.#queue.start = this.#position;
    if (this.#position >= end) return;
    if (bytes[this.#position] === 0x5d) {
      this.#phase = 'over';
      this.#position++;
    } else this.#begin(ValueScanner.hasDelimiters(bytes[this.#position]) ? 'entry' : 'scalar');
  }

  #begin(phase: Phase): void {
    this.#phase = phase;
    this.#scanner.reset();
    this.#ordinal++;
    this.#offset = this.#queue.offsetOf(this.#position);
  }

  #scan(): number {
    const { bytes, end } = this.#queue;
    const found = this.#scanner.scan(bytes, this.#position, end);
    this.#position = found < 0 ? end : found;
    return found;
  }

  #scalarEnd(): number {
    const { bytes, end } = this.#queue;
    while (this.#position < end && bytes[this.#position] !== 0x2c && bytes[this.#position] !== 0x5d)
      this.#position++;
    return this.#position < end ? this.#position : -1;
  }

  #cut(end: number, isTooLarge: boolean): RawEntry {
    const from = this.#queue.start;
    this.#last = { from, to: end };
    this.#phase = 'between';
    return {
      bytes: this.#queue.bytes.subarray(from, end),
      ordinal: this.#ordinal,
      offset: this.#offset,
      depth: this.#scanner.maxDepth,
      isTooLarge,
    };
  }

  /** Continues at an entry inside the oversized one (a missing quote can hide entries), or else skips it. */
  #handleOversized(): void {
    if (!this.#restart(this.#queue.start, this.#queue.end)) this.#phase = 'oversized';
  }

  #restart(from: number, to: number): boolean {
    // Latin-1 has one character for each byte, so the indexes are equal.
    const text = new TextDecoder('latin1').decode(this.#queue.bytes.subarray(from, to));
    NEXT_ENTRY.lastIndex = 1;
    if (!NEXT_ENTRY.test(text)) return false;
    this.#position = from + NEXT_ENTRY.lastIndex;
    this.#queue.start = this.#position;
    this.#phase = 'between';
    return true;
  }
}
