/**
 * Reads a HAR file that arrives in chunks: bytes in, exchanges out, in the order of the file. It holds one entry at a time,
 * so a file can have any length. It reports each damaged entry with its position and reads the rest.
 */
import type { Exchange } from '../exchange.js';
import { EntrySplitter, type RawEntry } from './entry-splitter.js';
import { HeaderListCache } from './header-list-cache.js';
import type { Attachments } from './attachments.js';
import { readEntry, type EntryReading } from './read-entry.js';

/** An entry that could not be read. */
export interface HarProblem {
  /** Counts from 1. Approximate after damage between entries. */
  readonly entry: number;
  /** The position in the file, in bytes. */
  readonly offset: number;
  readonly what: string;
}

export interface HarReaderOptions {
  /** Whether an entry belongs to another service and can be skipped without parsing. */
  readonly isUnrelated?: (entry: Uint8Array) => boolean;
  /** The content of a file that an entry names in `_file`; `undefined` if there is no such file. */
  readonly attachment?: Attachments;
  /** Decodes UTF-8. The default is TextDecoder; a platform can pass a faster function. */
  readonly decode?: (bytes: Uint8Array) => string;
}

/** The number of problems that are listed. Further ones are counted only. */
const MAX_PROBLEMS = 20;
/** JSON.parse reads this number of levels without a stack overflow. */
const MAX_DEPTH = 32_768;

export class HarReader {
  /** Complete entries. */
  entries = 0;
  /** Entries of other services, skipped. */
  unrelated = 0;
  /** Responses from a browser's cache, skipped. */
  cached = 0;
  /** Entries that cannot be read. */
  damaged = 0;
  readonly problems: HarProblem[] = [];
  /** Why the file has no readable entry, in one line; set by `end`. */
  error: string | undefined;
  /** Where an incomplete file ends; set by `end`. The complete entries before it were read. */
  truncated: { readonly entry: number; readonly offset: number } | undefined;
  /** Whether a second document follows the first one; set by `end`. It is not read. */
  hasSurplus = false;
  /** Whether the file ends after its entries, before the end of the document; set by `end`. */
  isUnclosed = false;
  /** Whether a recording of Deckhand ended properly; set by `end`. `undefined` for other files, which do not say. */
  ended: boolean | undefined;
  readonly #splitter: EntrySplitter;
  readonly #attachment: Attachments | undefined;
  readonly #headers = new HeaderListCache();
  readonly #isUnrelated: (entry: Uint8Array) => boolean;
  readonly #decode: (bytes: Uint8Array) => string;

  constructor(options: HarReaderOptions = {}) {
    const decoder = new TextDecoder();
    this.#splitter = new EntrySplitter();
    this.#isUnrelated = options.isUnrelated ?? (() => false);
    this.#attachment = options.attachment;
    this.#decode = options.decode ?? ((bytes) => decoder.decode(bytes));
  }

  /** @param chunk must not change afterwards */
  push(chunk: Uint8Array): EntryReading[] {
    this.#splitter.push(chunk);
    return this.#readAvailable();
  }

  /** Marks the end of the file, and reads what is left. */
  end(): EntryReading[] {
    const readings: EntryReading[] = [];
    let { state } = this.#splitter;
    while (this.#splitter.finish()) {
      this.#report(state.ordinal, state.offset, 'it has no end');
      readings.push(...this.#readAvailable());
      state = this.#splitter.state;
    }
    this.#conclude(state);
    return readings;
  }

  #readAvailable(): EntryReading[] {
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
    if (raw.depth > MAX_DEPTH)
      return this.#report(ordinal, offset, `it nests deeper than ${MAX_DEPTH} levels`);
    if (this.#isUnrelated(raw.bytes)) {
      this.entries++;
      this.unrelated++;
      return undefined;
    }
    let value: unknown;
    try {
      value = JSON.parse(this.#decode(raw.bytes));
    } catch (error) {
      this.#report(ordinal, offset, `it is not JSON: ${messageOf(error)}`);
      this.#splitter.reject();
      return undefined;
    }
    const reading = readEntry(value, ordinal, this.#headers, this.#attachment);
    if (typeof reading === 'string') return this.#report(ordinal, offset, reading);
    this.entries++;
    if (!reading.isCached) return reading;
    this.cached++;
    return undefined;
  }

  #report(entry: number, offset: number, what: string): undefined {
    this.damaged++;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ entry, offset, what });
  }

  #conclude(state: EntrySplitter['state']): void {
    const { phase, prelude, ordinal, offset, isClosed, hasSurplus } = state;
    if (state.isRecording) this.ended = state.hasEndMark && isClosed;
    this.hasSurplus = hasSurplus;
    this.isUnclosed = phase === 'over' && prelude === 'found' && !isClosed;
    if (prelude === 'blank') this.error = 'it is empty';
    else if (prelude === 'no-object') this.error = 'it is not a HAR file: a HAR file starts with {';
    else if (prelude === 'ended') this.error = 'it has no log.entries, so it is not a HAR file';
    else if (prelude === 'searching') this.error = 'it ends before its log.entries, or it is not JSON';
    else if (phase !== 'over') this.truncated = { entry: ordinal, offset };
  }
}

/** The parser's message without the excerpt of the recording, which can hold a key. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, (?:\.\.\.)?"[^]*$/, '').replace(/ in JSON at position.*$/s, '');
}

/** The exchanges, ordered and numbered by their start. If Deckhand wrote all entries, their own order and numbers stay. */
export function sortByStart(readings: readonly EntryReading[]): readonly Exchange[] {
  const read = readings.map(({ exchange }) => exchange);
  if (readings.every(({ isFromDeckhand }) => isFromDeckhand)) return read;
  const ordered = read.toSorted((one, two) => one.startedAt - two.startedAt);
  return ordered.map((exchange, index) => ({ ...exchange, sequence: index + 1 }));
}
