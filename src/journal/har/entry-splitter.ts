/**
 * Cuts a HAR file that arrives in chunks into its entries, one at a time, holding no more than the entry that is under way.
 * Finds its way again after a damaged entry. Does not parse: it is told when what it cut is no JSON.
 */
import { ByteQueue } from './byte-queue.js';
import { EndGuesser, type Find } from './end-guesser.js';
import { isBlank, Prelude } from './prelude.js';
import { ValueScanner } from './value-scanner.js';

/** No entry may be larger: what is read is held in memory until its end. */
const MOST_BYTES = 67_108_864;

/** One entry as it stands in the file. */
export interface RawEntry {
  /** Good until the next call only. */
  readonly bytes: Uint8Array;
  /** Counts from 1. */
  readonly ordinal: number;
  /** Of its first byte. */
  readonly offset: number;
  readonly deepest: number;
  /** It is larger than can be read, and was passed over. */
  readonly isTooLarge: boolean;
  /** Its end is a guess: it is right if these bytes are JSON; else say `doubt`. */
  readonly isGuess: boolean;
}

type Phase = 'prelude' | 'between' | 'entry' | 'scalar' | 'oversized' | 'over';

/** How an entry begins, after the end of another: not how a header, a cookie or a parameter does. */
const NEXT_ENTRY =
  /\}\s*,\s*(?=\{\s*"(?:_\w+|startedDateTime|time|request|response|pageref|cache|connection)")/g;

export class EntrySplitter {
  readonly #guesser: EndGuesser | undefined;
  readonly #queue = new ByteQueue();
  readonly #prelude = new Prelude();
  readonly #scanner = new ValueScanner();
  #phase: Phase = 'prelude';
  /** The next byte to look at, as an index of the queue. */
  #at = 0;
  #ordinal = 0;
  #offset = 0;
  /** Where the entry that was cut last begins and ends, for finding the way again. */
  #last = { from: 0, to: 0 };
  #isDoubted = false;

  /** @param find where a platform has a fast one: mostly an entry ends where the next begins as it did */
  constructor(find?: Find) {
    this.#guesser = find && new EndGuesser(find);
  }

  push(chunk: Uint8Array): void {
    this.#at -= this.#queue.append(chunk);
  }

  /** The next whole entry among the bytes that arrived. */
  next(): RawEntry | undefined {
    const queue = this.#queue;
    for (;;) {
      if (this.#phase !== 'entry' && this.#phase !== 'scalar') queue.start = this.#at;
      if (this.#at >= queue.end) return undefined;
      if (this.#phase === 'prelude') this.#findEntries();
      else if (this.#phase === 'between') this.#findStart();
      else if (this.#phase === 'over') this.#at = queue.end;
      else {
        const guess = this.#guess();
        if (guess !== undefined) return guess;
        const end = this.#phase === 'scalar' ? this.#scalarEnd() : this.#scan();
        const isTooLarge = this.#phase === 'oversized';
        if (end >= 0) return this.#cut(end, isTooLarge ? 'too large' : undefined);
        if (this.#phase === 'entry' && queue.end - queue.start > MOST_BYTES) this.#outgrow();
      }
    }
  }

  /** The entry that was cut last was a wrong guess, or one that nobody will parse: it is scanned for its end. */
  doubt(): void {
    this.#guesser?.missed();
    this.#isDoubted = true;
    this.#at = this.#last.from;
    this.#queue.start = this.#at;
    this.#phase = 'entry';
  }

  /** The entry that was cut last is no JSON: looks for the beginning of another inside it. */
  reject(): void {
    this.#restart(this.#last.from, this.#last.to);
  }

  /** Nothing more comes. @returns whether there is an entry left to be cut, inside one that never ended */
  finish(): boolean {
    if (this.#phase !== 'entry') return false;
    return this.#restart(this.#queue.start, this.#queue.end);
  }

  /** Where the file stands. */
  get state(): {
    readonly phase: Phase;
    readonly prelude: Prelude['state'];
    readonly ordinal: number;
    readonly offset: number;
  } {
    return { phase: this.#phase, prelude: this.#prelude.state, ordinal: this.#ordinal, offset: this.#offset };
  }

  #findEntries(): void {
    this.#at = this.#prelude.scan(this.#queue.bytes, this.#at, this.#queue.end);
    if (this.#prelude.state === 'found') this.#phase = 'between';
    else if (this.#prelude.state === 'no-object') this.#phase = 'over';
  }

  #findStart(): void {
    const { bytes, end } = this.#queue;
    while (this.#at < end && (isBlank(bytes[this.#at]) || bytes[this.#at] === 0x2c)) this.#at++;
    this.#queue.start = this.#at;
    if (this.#at >= end) return;
    if (bytes[this.#at] === 0x5d) this.#phase = 'over';
    else this.#begin(ValueScanner.isBracketed(bytes[this.#at]) ? 'entry' : 'scalar');
  }

  #begin(phase: Phase): void {
    this.#phase = phase;
    this.#isDoubted = false;
    this.#scanner.reset();
    this.#ordinal++;
    this.#offset = this.#queue.offsetOf(this.#at);
  }

  #guess(): RawEntry | undefined {
    const { bytes, start, end } = this.#queue;
    if (this.#phase !== 'entry' || this.#isDoubted || this.#at !== start) return undefined;
    const guess = this.#guesser?.endOf(bytes, start, end);
    if (guess === undefined) return undefined;
    this.#at = guess;
    return this.#cut(guess, 'guess');
  }

  #scan(): number {
    const { bytes, end } = this.#queue;
    const found = this.#scanner.scan(bytes, this.#at, end);
    this.#at = found < 0 ? end : found;
    return found;
  }

  #scalarEnd(): number {
    const { bytes, end } = this.#queue;
    while (this.#at < end && bytes[this.#at] !== 0x2c && bytes[this.#at] !== 0x5d) this.#at++;
    return this.#at < end ? this.#at : -1;
  }

  #cut(end: number, how?: 'too large' | 'guess'): RawEntry {
    const from = this.#queue.start;
    this.#last = { from, to: end };
    if (how === undefined) this.#guesser?.learn(this.#queue.bytes, from, end);
    this.#phase = 'between';
    return {
      bytes: this.#queue.bytes.subarray(from, end),
      ordinal: this.#ordinal,
      offset: this.#offset,
      deepest: this.#scanner.deepest,
      isTooLarge: how === 'too large',
      isGuess: how === 'guess',
    };
  }

  /** An entry that does not end: perhaps a quote is missing, and others stand inside it. Else it is skipped. */
  #outgrow(): void {
    if (!this.#restart(this.#queue.start, this.#queue.end)) this.#phase = 'oversized';
  }

  #restart(from: number, to: number): boolean {
    // One character a byte, so that indexes are the same.
    const text = new TextDecoder('latin1').decode(this.#queue.bytes.subarray(from, to));
    NEXT_ENTRY.lastIndex = 1;
    if (!NEXT_ENTRY.test(text)) return false;
    this.#at = from + NEXT_ENTRY.lastIndex;
    this.#queue.start = this.#at;
    this.#phase = 'between';
    return true;
  }
}
