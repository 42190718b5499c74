/**
 * One HAR file, or the standard input, as exchanges of the service in the order in which they began. What is about
 * something else is passed over as early as possible, and counted.
 */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Exchange } from '../journal/exchange.js';
import { HarReader, type HarProblem } from '../journal/har/har-reader.js';
import { LeftOutKeys } from '../journal/har/left-out-keys.js';
import type { EntryReading } from '../journal/har/read-entry.js';
import { TimeWindow } from '../journal/har/time-window.js';
import { UserError } from '../user-error.js';

/** What became of the entries of one file. */
export interface HarNotes {
  readonly file: string;
  /** Bytes read, decompressed. */
  bytes: number;
  /** Whole entries; of them: about something else, answered by a cache, preflights of browsers. */
  entries: number;
  beside: number;
  cached: number;
  preflights: number;
  /** Entries that could not be read: how many, and the first of them. */
  damaged: number;
  problems: readonly HarProblem[];
  /** Where the file breaks off, if it does. */
  brokenOff: HarReader['brokenOff'];
  /** Entries so far out of order that they were not put back. */
  late: number;
  /** Whether the recorder left out every header that may hold a key. */
  areKeysLeftOut: boolean;
  /** Whether it is a journal of ours, which numbers its exchanges. */
  isOurs: boolean;
}

/** Bytes. What is read of a chunk is all there at once: more of it would be there in vain while the rest is judged. */
const CHUNK = 262_144;

/** What stands in the address of every request of the service, whatever its version; slashes may be escaped. */
const SIGNS = ['/api/', '\\/api\\/', '\\u002f', '\\u002F'].map((sign) => Buffer.from(sign));

export function newNotes(file: string): HarNotes {
  const none = { bytes: 0, entries: 0, beside: 0, cached: 0, preflights: 0, damaged: 0, late: 0 };
  return { file, ...none, problems: [], brokenOff: undefined, areKeysLeftOut: false, isOurs: true };
}

/**
 * @param notes are kept up to date while the file is read
 * @param isAbout whether an address is the service's
 * @throws UserError when the file cannot be read, or is no HAR file
 */
export async function* readHarFile(
  notes: HarNotes,
  isAbout: (url: string) => boolean,
): AsyncGenerator<readonly Exchange[], undefined> {
  const reader = new HarReader({ isBeside, decode, find });
  const window = new TimeWindow();
  const keys = new LeftOutKeys();
  let elsewhere = 0;
  const select = (readings: readonly EntryReading[], isLast: boolean): readonly Exchange[] => {
    const batch: Exchange[] = [];
    for (const { exchange, isOurs } of readings) {
      notes.isOurs &&= isOurs;
      if (!isAbout(exchange.request.url)) elsewhere++;
      else if (exchange.request.method === 'OPTIONS') notes.preflights++;
      else if (notes.isOurs) batch.push(exchange);
      else window.add(exchange, batch);
    }
    if (isLast) window.flush(batch);
    const { entries, beside, cached, damaged, problems, brokenOff } = reader;
    Object.assign(notes, { entries, beside: beside + elsewhere, cached, damaged, problems, brokenOff });
    notes.late = window.late;
    if (notes.isOurs) return batch;
    const exchanges = isLast ? [...keys.add(batch), ...keys.flush()] : keys.add(batch);
    notes.areKeysLeftOut = keys.isSo ?? false;
    return exchanges;
  };
  for await (const chunk of chunksOf(notes.file)) {
    notes.bytes += chunk.length;
    yield select(reader.push(chunk), false);
  }
  yield select(reader.end(), true);
  if (reader.fault !== undefined) throw new UserError('bad-har', `${notes.file}: ${reader.fault}.`);
}

/** The bytes of the file; unpacked, when they are gzip. */
async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: CHUNK });
  try {
    const bytes = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
    const first = await bytes.next();
    if (first.done) return;
    const rest = { [Symbol.asyncIterator]: () => bytes };
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* unpacked(first.value, rest);
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

async function* unpacked(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
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

export const nameOf = (file: string): string => (file === '-' ? 'the standard input' : file);

function hintOf(cause: unknown): string {
  const { code, message = String(cause) } = cause as Partial<NodeJS.ErrnoException>;
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EISDIR') return 'It is a folder; name the files in it.';
  return message;
}

const isBeside = (entry: Uint8Array): boolean => {
  const bytes = bufferOf(entry, 0, entry.length);
  return !SIGNS.some((sign) => bytes.includes(sign));
};

const decode = (bytes: Uint8Array): string => bufferOf(bytes, 0, bytes.length).toString('utf8');

function find(bytes: Uint8Array, sought: Uint8Array, from: number, to: number): number {
  const found = bufferOf(bytes, from, to).indexOf(sought);
  return found < 0 ? -1 : from + found;
}

const bufferOf = (bytes: Uint8Array, from: number, to: number): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from);
