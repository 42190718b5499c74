/** Reads a whole HAR file: uncompressed, compressed with gzip, or in a `.zip` file of Playwright, which has separate files for bodies. */
import { UserError } from '../base/user-error.js';
import type { ReadAttachment } from '../journal/har/har-body.js';
import { readErrorReason } from './file-error-reason.js';
import { createAttachmentReader } from './har-attachments.js';
import { getNodeBuiltins } from './node-files.js';
import { unzip } from './unzip.js';

/** The parsed file, and a reader for the files that its entries reference. */
export interface HarFile {
  readonly har: unknown;
  readonly readAttachment: ReadAttachment;
}

/** The limit after decompression: all bytes are in memory, and an archive of 1 MB can contain a gigabyte. */
export const MAX_UNPACKED_BYTES = 268_435_456;

/** Memory of a parsed recording, for each byte of its file: the text, the values, the exchanges. */
const MEMORY_PER_BYTE = 6;

const MB = 1024 ** 2;

/** @throws UserError `invalid-har` if the file cannot be read, or is not a HAR file */
export function readHarFile(file: string): HarFile {
  const { fs } = getNodeBuiltins();
  try {
    const { size } = fs.statSync(file);
    if (size > MAX_UNPACKED_BYTES) throw fileTooLargeError(file);
    assertMemory(file, size);
    return parseHarFile(file, fs.readFileSync(file));
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError('invalid-har', `${file} cannot be read. ${readErrorReason(cause)}`, { cause });
  }
}

/**
 * @param file its name, for messages
 * @param bytes its content
 * @throws UserError `invalid-har` if it is not a HAR file
 */
export function parseHarFile(file: string, bytes: Uint8Array): HarFile {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return parseZip(file, bytes);
  const isPacked = first === 0x1f && second === 0x8b;
  return {
    har: parseHar(file, isPacked ? gunzip(file, bytes) : bytes),
    readAttachment: createAttachmentReader(file),
  };
}

function gunzip(file: string, bytes: Uint8Array): Uint8Array {
  return decompress(file, `${file} cannot be decompressed.`, () =>
    getNodeBuiltins().zlib.gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }),
  );
}

function parseZip(file: string, archive: Uint8Array): HarFile {
  const files = decompress(file, `${file} cannot be read as a .zip file.`, () =>
    unzip(archive, MAX_UNPACKED_BYTES),
  );
  const [name, ...others] = [...files.keys()].filter((path) => /\.har$/i.test(path));
  const har = name === undefined ? undefined : files.get(name);
  if (name === undefined || !har || others.length > 0)
    throw new UserError(
      'invalid-har',
      `${file} contains ${others.length > 0 ? 'several .har files' : 'no .har file'}.`,
      { hint: 'Expected one recording, as Playwright writes it with recordHar: { path: "app.zip" }.' },
    );
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return {
    har: parseHar(file, har),
    readAttachment: (path) => files.get(folder + path),
  };
}

/** @throws UserError `invalid-har` with the message if `work` fails */
function decompress<Result>(file: string, message: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const { code, message: hint } = cause as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw fileTooLargeError(file);
    throw new UserError('invalid-har', message, { hint, cause });
  }
}

function parseHar(file: string, bytes: Uint8Array): unknown {
  if (bytes.length > MAX_UNPACKED_BYTES) throw fileTooLargeError(file);
  assertMemory(file, bytes.length);
  const text = decodeText(bytes).trim();
  if (text === '') throw new UserError('invalid-har', `${file}: it is empty.`);
  if (!text.startsWith('{'))
    throw new UserError('invalid-har', `${file}: it is not a HAR file: a HAR file starts with {.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError('invalid-har', `${file}: it is not valid JSON: ${parserMessage(cause)}.`, {
      hint: 'Copy or record it again.',
      cause,
    });
  }
}

/** PowerShell writes UTF-16, and other tools start with a byte order mark. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** The parser's message without the excerpt of the recording, which can contain a key. */
function parserMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, (?:\.\.\.)?"[^]*$/, '').replace(/ in JSON at position.*$/s, '');
}

/** @throws UserError if the heap of this process is too small */
function assertMemory(file: string, bytes: number): void {
  const limit = getNodeBuiltins().v8.getHeapStatistics().heap_size_limit;
  const needed = bytes * MEMORY_PER_BYTE;
  if (needed <= limit) return;
  const [size, available, required] = [bytes, limit, needed].map((one) => Math.ceil(one / MB));
  throw new UserError(
    'invalid-har',
    `${file} has ${size} MB. Reading it requires about ${required} MB of memory, and Node has a limit of ${available} MB.`,
    { hint: `Set NODE_OPTIONS=--max-old-space-size=${(required ?? 0) + 512} and try again.` },
  );
}

const fileTooLargeError = (file: string): UserError =>
  new UserError('invalid-har', `${file} has more than 256 MB.`, {
    hint: 'Record a shorter session, or exclude other services in the recorder.',
  });
