/** Reads a parsed HAR file as a journal. It is apart from the writer, because most pages only write. */
import type { Exchange } from './exchange.js';
import { END_FIELD, RECORDING_FIELD } from './har/end-mark.js';
import { fieldsOf } from './har/fields.js';
import type { Attachments } from './har/har-body.js';
import { readEntry, type EntryReading } from './har/read-entry.js';

export interface HarReading {
  /** In the order in which they started. If Deckhand wrote all entries, their own order and numbers stay. */
  readonly exchanges: readonly Exchange[];
  /** All entries of the file. */
  readonly entries: number;
  /** Entries of other services. */
  readonly unrelated: number;
  /** Responses from a browser's cache. They are left out. */
  readonly cached: number;
  /** One line for each entry that cannot be read. */
  readonly problems: readonly string[];
  /** Whether Deckhand wrote the file, so that its exchanges have sequence numbers. */
  readonly isFromDeckhand: boolean;
  /** Whether a recording of Deckhand ended properly; `undefined` for other files, which do not say. */
  readonly ended: boolean | undefined;
}

export interface HarOptions {
  /** The content of a file that an entry names in `_file`. */
  readonly attachments?: Attachments | undefined;
  /** Whether an address belongs to the service. Default: all do. */
  readonly isService?: (url: string) => boolean;
  /** The name of the file, for `notes.source` of each exchange. */
  readonly source?: string;
}

/** Never throws: an entry that cannot be read is a problem in the result. */
export function fromHar(har: unknown, options: HarOptions = {}): HarReading {
  const { attachments, isService = () => true, source } = options;
  const log = fieldsOf(fieldsOf(har).log);
  const { entries } = log;
  const problems: string[] = [];
  const readings: EntryReading[] = [];
  let [unrelated, cached] = [0, 0];
  if (!Array.isArray(entries)) problems.push('it has no log.entries, so it is not a HAR file');
  else
    for (const [index, entry] of entries.entries()) {
      const { url } = fieldsOf(fieldsOf(entry).request);
      if (typeof url === 'string' && !isService(url)) {
        unrelated++;
        continue;
      }
      const reading = readEntry(entry, index + 1, attachments);
      if (typeof reading === 'string') problems.push(`entry ${index + 1}: ${reading}`);
      else if (reading.isCached) cached++;
      else
        readings.push(source === undefined ? reading : withSource(reading, `${source}, entry ${index + 1}`));
    }
  return {
    exchanges: inOrder(readings),
    entries: Array.isArray(entries) ? entries.length : 0,
    unrelated,
    cached,
    problems,
    isFromDeckhand: readings.every(({ isFromDeckhand }) => isFromDeckhand),
    ended: log[RECORDING_FIELD] === true ? log[END_FIELD] !== undefined : undefined,
  };
}

function withSource(reading: EntryReading, source: string): EntryReading {
  const { exchange } = reading;
  return { ...reading, exchange: { ...exchange, notes: { ...exchange.notes, source } } };
}

function inOrder(readings: readonly EntryReading[]): readonly Exchange[] {
  const read = readings.map(({ exchange }) => exchange);
  if (readings.every(({ isFromDeckhand }) => isFromDeckhand)) return read;
  const ordered = read.toSorted((one, two) => one.startedAt - two.startedAt);
  return ordered.map((exchange, index) => ({ ...exchange, sequence: index + 1 }));
}
