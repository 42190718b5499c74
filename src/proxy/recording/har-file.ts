/** Reads one HAR file, or standard input, and returns the exchanges of the service. It skips and counts all other entries. */
import { basename } from 'node:path';
import type { Exchange } from '../../journal/exchange.js';
import { HarReader, type HarProblem } from '../../journal/har/har-reader.js';
import type { EntryReading } from '../../journal/har/read-entry.js';
import { UserError } from '../../base/user-error.js';
import { harBytes, nameOf } from './har-bytes.js';

/** What was read from one file. */
export interface HarFileStats {
  readonly file: string;
  /** Bytes read, after decompression. */
  bytes: number;
  /** All complete entries. */
  entries: number;
  /** Entries of other services. */
  unrelated: number;
  /** Responses from a browser's cache. */
  cached: number;
  /** CORS preflights of browsers. */
  preflights: number;
  /** Entries that cannot be read. */
  damaged: number;
  /** The first damaged entries. */
  problems: readonly HarProblem[];
  /** Where the file ends, if it is incomplete. */
  truncated: HarReader['truncated'];
  /** Whether a second document follows the first one. It is not read. */
  hasSurplus: boolean;
  /** Whether the file ends after its entries, before the end of the document. */
  isUnclosed: boolean;
  /** Whether a recording of Deckhand ended properly; `undefined` for other files, which do not say. */
  ended: HarReader['ended'];
  /** Whether the recorder left out every header that can hold a key. */
  areKeysLeftOut: boolean;
  /** Whether Deckhand wrote the file, so that its exchanges have sequence numbers. */
  isFromDeckhand: boolean;
}

/** Every request of an entry has both. */
const REQUEST = ['"request"', '"url"'].map((name) => Buffer.from(name));
/** Every entry of the service contains one of these strings: a part of its URL, in which slashes can be escaped. */
const API_MARKERS = ['/api/', '\\/api\\/', '\\u002f', '\\u002F'].map((marker) => Buffer.from(marker));

export function emptyStats(file: string): HarFileStats {
  const none = { bytes: 0, entries: 0, unrelated: 0, cached: 0, preflights: 0, damaged: 0 };
  const whole = { truncated: undefined, hasSurplus: false, isUnclosed: false, ended: undefined };
  return { file, ...none, ...whole, problems: [], areKeysLeftOut: false, isFromDeckhand: true };
}

/**
 * @param stats is updated while the file is read
 * @param isService whether a URL belongs to the service
 * @returns the exchanges of the service in the order of the file, a list for each chunk
 * @throws UserError if the file cannot be read, or is not a HAR file
 */
export async function* readHarFile(
  stats: HarFileStats,
  isService: (url: string) => boolean,
): AsyncGenerator<readonly Exchange[], void, void> {
  const { chunks, attachment } = harBytes(stats.file);
  const reader = new HarReader({ isUnrelated, decode, attachment });
  const name = basename(nameOf(stats.file));
  let elsewhere = 0;
  const select = (readings: readonly EntryReading[]): readonly Exchange[] => {
    const selected: Exchange[] = [];
    for (const { exchange, isFromDeckhand, ordinal } of readings) {
      stats.isFromDeckhand &&= isFromDeckhand;
      if (!isService(exchange.request.url)) elsewhere++;
      else if (exchange.request.method === 'OPTIONS') stats.preflights++;
      else
        selected.push(
          Object.assign(exchange, { notes: { ...exchange.notes, source: `${name}, entry ${ordinal}` } }),
        );
    }
    const { entries, cached, damaged, problems, truncated } = reader;
    const unrelated = reader.unrelated + elsewhere;
    Object.assign(stats, { entries, unrelated, cached, damaged, problems, truncated });
    return selected;
  };
  for await (const chunk of chunks) {
    stats.bytes += chunk.length;
    yield select(reader.push(chunk));
  }
  yield select(reader.end());
  const { hasSurplus, isUnclosed, ended } = reader;
  Object.assign(stats, { hasSurplus, isUnclosed, ended });
  if (reader.error !== undefined) throw new UserError('bad-har', `${stats.file}: ${reader.error}.`);
}

/** Whether an entry is about another service. An entry without a request and its address is damaged. */
const isUnrelated = (entry: Uint8Array): boolean => {
  const bytes = bufferOf(entry, 0, entry.length);
  return (
    REQUEST.every((name) => bytes.includes(name)) && !API_MARKERS.some((marker) => bytes.includes(marker))
  );
};

const decode = (bytes: Uint8Array): string => bufferOf(bytes, 0, bytes.length).toString('utf8');

const bufferOf = (bytes: Uint8Array, from: number, to: number): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from);
