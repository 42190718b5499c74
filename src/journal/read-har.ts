/** Reads a parsed HAR file as a journal. It is apart from the writer, because most pages only write. */
import type { Exchange } from './exchange.js';
import { END_FIELD, RECORDING_FIELD } from './har/recording-fields.js';
import { asObject } from './har/json-values.js';
import type { ReadAttachment } from './har/har-body.js';
import { parseEntry, type ParsedEntry } from './har/read-entry.js';

export interface HarImport {
  /** In the order in which they started. If Deckhand wrote all entries, their own order and numbers stay. */
  readonly exchanges: readonly Exchange[];
  /** All entries of the file. */
  readonly entries: number;
  /** Entries of other services. */
  readonly unrelated: number;
  /** Responses from a browser's cache. They are left out. */
  readonly cached: number;
  /** One line for each entry that cannot be read. */
  readonly warnings: readonly string[];
  /** Whether Deckhand wrote the file, so that its exchanges have sequence numbers. */
  readonly isFromDeckhand: boolean;
  /** Whether a recording of Deckhand ended properly; `undefined` for other files, which do not say. */
  readonly isComplete: boolean | undefined;
}

export interface HarOptions {
  /** The content of a file that an entry names in `_file`. */
  readonly attachments?: ReadAttachment | undefined;
  /** Whether an address belongs to the service. Default: all do. */
  readonly isService?: (url: string) => boolean;
  /** The name of the file, for `metadata.source` of each exchange. */
  readonly source?: string;
}

/** Never throws: an entry that cannot be read is a problem in the result. */
export function fromHar(har: unknown, options: HarOptions = {}): HarImport {
  const { attachments, isService = () => true, source } = options;
  const log = asObject(asObject(har).log);
  const { entries } = log;
  const problems: string[] = [];
  const readings: ParsedEntry[] = [];
  let [unrelated, cached] = [0, 0];
  if (!Array.isArray(entries)) problems.push('it has no log.entries, so it is not a HAR file');
  else
    for (const [index, entry] of entries.entries()) {
      const { url } = asObject(asObject(entry).request);
      if (typeof url === 'string' && !isService(url)) {
        unrelated++;
        continue;
      }
      const reading = parseEntry(entry, index + 1, attachments);
      if (typeof reading === 'string') problems.push(`entry ${index + 1}: ${reading}`);
      else if (reading.isCached) cached++;
      else
        readings.push(source === undefined ? reading : withSource(reading, `${source}, entry ${index + 1}`));
    }
  return {
    exchanges: sortByStart(readings),
    entries: Array.isArray(entries) ? entries.length : 0,
    unrelated,
    cached,
    warnings: problems,
    isFromDeckhand: readings.every(({ isFromDeckhand }) => isFromDeckhand),
    isComplete: log[RECORDING_FIELD] === true ? log[END_FIELD] !== undefined : undefined,
  };
}

function withSource(reading: ParsedEntry, source: string): ParsedEntry {
  const { exchange } = reading;
  return { ...reading, exchange: { ...exchange, metadata: { ...exchange.metadata, source } } };
}

function sortByStart(readings: readonly ParsedEntry[]): readonly Exchange[] {
  const read = readings.map(({ exchange }) => exchange);
  if (readings.every(({ isFromDeckhand }) => isFromDeckhand)) return read;
  const ordered = read.toSorted((one, two) => one.startedAt - two.startedAt);
  return ordered.map((exchange, index) => ({ ...exchange, sequence: index + 1 }));
}
