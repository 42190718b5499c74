/**
 * Reads a HAR file that arrives in chunks: bytes in, exchanges out, in the order of the file. Holds one entry at a time, so
 * a file may be of any length. What cannot be read is counted and named with its place; the rest is read.
 */
import type { Exchange } from '../exchange.js';
import { EntrySplitter, type RawEntry } from './entry-splitter.js';
import { MOST_GUESSED, type Find } from './end-guesser.js';
import { HeaderLists } from './header-lists.js';
import { readEntry, type EntryReading } from './read-entry.js';

/** An entry that could not be read. */
export interface HarProblem {
  /** Counts from 1; after damage to the file around it, roughly. */
  readonly entry: number;
  /** Bytes from the beginning of the file. */
  readonly offset: number;
  readonly what: string;
}

export interface HarReaderOptions {
  /** Whether an entry can be passed over unread: it is about something else. */
  readonly isBeside?: (entry: Uint8Array) => boolean;
  /** UTF-8 to text; a platform may know a faster way than the default. */
  readonly decode?: (bytes: Uint8Array) => string;
  /** Where a platform has a fast one, it finds the ends of most entries. */
  readonly find?: Find;
}

/** So many problems are named, the rest is counted. */
const MOST_NAMED = 20;
/** What is guessed has no room for more. */
const DEEPEST = MOST_GUESSED / 2;

export class HarReader {
  /** How many entries were whole. */
  entries = 0;
  /** How many of them were passed over, and how many a cache answered. */
  beside = 0;
  cached = 0;
  /** How many could not be read. */
  damaged = 0;
  readonly problems: HarProblem[] = [];
  /** Why nothing could be read at all, in one line, once the file is over. */
  fault: string | undefined;
  /** Where the file breaks off before its end, once it is over; what was whole has been read. */
  brokenOff: { readonly entry: number; readonly offset: number } | undefined;
  readonly #splitter: EntrySplitter;
  readonly #headers = new HeaderLists();
  readonly #isBeside: (entry: Uint8Array) => boolean;
  readonly #decode: (bytes: Uint8Array) => string;

  constructor(options: HarReaderOptions = {}) {
    const decoder = new TextDecoder();
    this.#splitter = new EntrySplitter(options.find);
    this.#isBeside = options.isBeside ?? (() => false);
    this.#decode = options.decode ?? ((bytes) => decoder.decode(bytes));
  }

  /** @param chunk must not be written to afterwards */
  push(chunk: Uint8Array): EntryReading[] {
    this.#splitter.push(chunk);
    return this.#drain();
  }

  /** Nothing more comes. */
  end(): EntryReading[] {
    const readings: EntryReading[] = [];
    let { state } = this.#splitter;
    while (this.#splitter.finish()) {
      this.#report(state.ordinal, state.offset, 'it never ends');
      readings.push(...this.#drain());
      state = this.#splitter.state;
    }
    this.#conclude(state);
    return readings;
  }

  #drain(): EntryReading[] {
    const readings: EntryReading[] = [];
    for (let raw = this.#splitter.next(); raw; raw = this.#splitter.next()) {
      const reading = this.#read(raw);
      if (reading) readings.push(reading);
    }
    return readings;
  }

  #read(raw: RawEntry): EntryReading | undefined {
    const { ordinal, offset } = raw;
    if (raw.isTooLarge) return this.#report(ordinal, offset, 'it is larger than 64 MB');
    if (raw.deepest > DEEPEST) return this.#report(ordinal, offset, `it nests deeper than ${DEEPEST} levels`);
    if (this.#isBeside(raw.bytes)) {
      if (raw.isGuess) return this.#doubt();
      this.entries++;
      this.beside++;
      return undefined;
    }
    let value: unknown;
    try {
      value = JSON.parse(this.#decode(raw.bytes));
    } catch (error) {
      if (raw.isGuess) return this.#doubt();
      this.#report(ordinal, offset, `it is no JSON: ${messageOf(error)}`);
      this.#splitter.reject();
      return undefined;
    }
    const reading = readEntry(value, ordinal, this.#headers);
    if (typeof reading === 'string') return this.#report(ordinal, offset, reading);
    this.entries++;
    if (!reading.isCached) return reading;
    this.cached++;
    return undefined;
  }

  /** The entry comes again, scanned. */
  #doubt(): undefined {
    this.#splitter.doubt();
  }

  #report(entry: number, offset: number, what: string): undefined {
    this.damaged++;
    if (this.problems.length < MOST_NAMED) this.problems.push({ entry, offset, what });
  }

  #conclude({ phase, prelude, ordinal, offset }: EntrySplitter['state']): void {
    if (prelude === 'blank') this.fault = 'it is empty';
    else if (prelude === 'no-object') this.fault = 'it is no HAR file: a HAR file begins with {';
    else if (prelude === 'ended') this.fault = 'it has no log.entries, so it is no HAR file';
    else if (prelude === 'searching') this.fault = 'it ends before its log.entries begin, or is no JSON';
    else if (phase !== 'over') this.brokenOff = { entry: ordinal, offset };
  }
}

/** Without the text around the place, which is whatever was recorded. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, (?:\.\.\.)?"[^]*$/, '').replace(/ in JSON at position.*$/s, '');
}

/** The exchanges in the order of their beginning; numbered so, unless every entry says its own number. */
export function inOrder(readings: readonly EntryReading[]): readonly Exchange[] {
  const read = readings.map(({ exchange }) => exchange);
  if (readings.every(({ isOurs }) => isOurs)) return read;
  const ordered = read.toSorted((one, two) => one.startedAt - two.startedAt);
  return ordered.map((exchange, index) => ({ ...exchange, sequence: index + 1 }));
}
