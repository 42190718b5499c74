/** Reads one HAR file, or standard input, and returns the exchanges of the service. It skips and counts all other entries. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Exchange } from '../journal/exchange.js';
import { HarReader, type HarProblem } from '../journal/har/har-reader.js';
import type { EntryReading } from '../journal/har/read-entry.js';
import { UserError } from '../base/user-error.js';

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
  /** Whether the recorder left out every header that can hold a key. */
  areKeysLeftOut: boolean;
  /** Whether Deckhand wrote the file, so that its exchanges have sequence numbers. */
  isFromDeckhand: boolean;
}

const CHUNK_BYTES = 262_144;

/** Every entry of the service contains one of these strings: a part of its URL, in which slashes can be escaped. */
const API_MARKERS = ['/api/', '\\/api\\/', '\\u002f', '\\u002F'].map((marker) => Buffer.from(marker));

export function emptyStats(file: string): HarFileStats {
  const none = { bytes: 0, entries: 0, unrelated: 0, cached: 0, preflights: 0, damaged: 0 };
  return { file, ...none, problems: [], truncated: undefined, areKeysLeftOut: false, isFromDeckhand: true };
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
  const reader = new HarReader({ isUnrelated, decode });
  let elsewhere = 0;
  const select = (readings: readonly EntryReading[]): readonly Exchange[] => {
    const selected: Exchange[] = [];
    for (const { exchange, isFromDeckhand } of readings) {
      stats.isFromDeckhand &&= isFromDeckhand;
      if (!isService(exchange.request.url)) elsewhere++;
      else if (exchange.request.method === 'OPTIONS') stats.preflights++;
      else selected.push(exchange);
    }
    const { entries, cached, damaged, problems, truncated } = reader;
    const unrelated = reader.unrelated + elsewhere;
    Object.assign(stats, { entries, unrelated, cached, damaged, problems, truncated });
    return selected;
  };
  for await (const chunk of chunksOf(stats.file)) {
    stats.bytes += chunk.length;
    yield select(reader.push(chunk));
  }
  yield select(reader.end());
  if (reader.error !== undefined) throw new UserError('bad-har', `${stats.file}: ${reader.error}.`);
}

/** The bytes of the file, after decompression if it is gzip. */
async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES });
  try {
    const bytes = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
    const first = await bytes.next();
    if (first.done) return;
    const rest = { [Symbol.asyncIterator]: () => bytes };
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* gunzipped(first.value, rest);
    else {
      yield first.value;
      yield* rest;
    }
  } catch (cause) {
    throw new UserError('bad-har', `${nameOf(file)} cannot be read.`, { hint: hintOf(cause), cause });
  } finally {
    stream.destroy();
  }
}

async function* gunzipped(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const feed = async (): Promise<void> => {
    gunzip.write(first);
    for await (const chunk of rest) {
      if (!gunzip.write(chunk)) await new Promise((resolve) => gunzip.once('drain', resolve));
    }
    gunzip.end();
  };
  feed().catch((error: unknown) => gunzip.destroy(error as Error));
  yield* gunzip as AsyncIterable<Uint8Array>;
}

export const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

function hintOf(cause: unknown): string {
  const { code, message = String(cause) } = cause as Partial<NodeJS.ErrnoException>;
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EISDIR') return 'It is a folder. Name the files in it.';
  return message;
}

const isUnrelated = (entry: Uint8Array): boolean => {
  const bytes = bufferOf(entry, 0, entry.length);
  return !API_MARKERS.some((marker) => bytes.includes(marker));
};

const decode = (bytes: Uint8Array): string => bufferOf(bytes, 0, bytes.length).toString('utf8');

const bufferOf = (bytes: Uint8Array, from: number, to: number): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from);
