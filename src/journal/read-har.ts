/** Reads a parsed HAR file as a journal. It is apart from the writer, because most pages only write. */
import type { Exchange } from './exchange.js';
import { fieldsOf } from './har/fields.js';
import { sortByStart } from './har/har-reader.js';
import { readEntry, type EntryReading } from './har/read-entry.js';

export interface HarReading {
  /** In the order in which they started. */
  readonly exchanges: readonly Exchange[];
  /** One line for each entry that cannot be read. */
  readonly problems: readonly string[];
}

/**
 * Reads a parsed HAR file. `HarReader` reads files of any length. Responses from a browser's cache are left out. Never throws:
 * an entry that cannot be read is a problem in the result.
 */
export function fromHar(har: unknown): HarReading {
  const { entries } = fieldsOf(fieldsOf(har).log);
  if (!Array.isArray(entries))
    return { exchanges: [], problems: ['it has no log.entries, so it is not a HAR file'] };
  const readings: EntryReading[] = [];
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const reading = readEntry(entry, index + 1);
    if (typeof reading === 'string') problems.push(`entry ${index + 1}: ${reading}`);
    else if (!reading.isCached) readings.push(reading);
  }
  return { exchanges: sortByStart(readings), problems };
}
