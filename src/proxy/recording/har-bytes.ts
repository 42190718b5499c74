/** The bytes of a HAR file, or of standard input: plain, compressed with gzip, or in a `.zip` file of Playwright. */
import { createReadStream, readFileSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { UserError } from '../../base/user-error.js';
import type { Attachments } from '../../journal/har/attachments.js';
import { filesBeside } from '../../files/har-attachments.js';
import { readHarZip } from '../../files/har-zip.js';

export interface HarBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The files that entries name in `_file`. */
  readonly attachment: Attachments;
}

const CHUNK_BYTES = 262_144;

export const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

/** @throws UserError if a `.zip` file cannot be read, or has no `.har` file; reading the chunks throws for other files */
export function harBytes(file: string): HarBytes {
  if (!isZip(file)) return { chunks: chunksOf(file), attachment: filesBeside(file) };
  const { har, attachment } = readHarZip(file, bytesOf(file));
  return { chunks: piecesOf(har), attachment };
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UserError('bad-har', `${file} cannot be read.`, { hint: hintOf(cause), cause });
  }
}

function isZip(file: string): boolean {
  return file !== '-' && /\.zip$/i.test(file);
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
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

export function hintOf(cause: unknown): string {
  const { code, message = String(cause) } = cause as Partial<NodeJS.ErrnoException>;
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EISDIR') return 'It is a folder. Name the files in it.';
  return message;
}
