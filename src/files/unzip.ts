/** Reads the files in a .zip archive, with Node's zlib. */
import { getNodeBuiltins } from './node-files.js';

/** The signatures and the fixed lengths of the records, from the specification of the format (APPNOTE.TXT, 4.3). */
const FILE_RECORD = { signature: 0x04034b50, length: 30 };
const DIRECTORY_RECORD = { signature: 0x02014b50, length: 46 };
const END_RECORD = { signature: 0x06054b50, length: 22 };

/** The archive may end with a comment of this length. */
const MAX_COMMENT_BYTES = 65_535;

const STORED = 0;
const DEFLATED = 8;

/**
 * @param maxBytes the limit for all files together
 * @returns the files by path
 * @throws Error if it is no archive, or is damaged; with the code `ERR_BUFFER_TOO_LARGE` above the limit
 */
export function unzip(archive: Uint8Array, maxBytes: number): ReadonlyMap<string, Uint8Array> {
  const { zlib } = getNodeBuiltins();
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEndRecord(view);
  const files = new Map<string, Uint8Array>();
  const count = view.getUint16(end + 10, true);
  let position = view.getUint32(end + 16, true);
  let remaining = maxBytes;
  for (let index = 0; index < count; index += 1) {
    assertSignature(view, position, DIRECTORY_RECORD.signature);
    const method = view.getUint16(position + 10, true);
    const size = view.getUint32(position + 20, true);
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((offset) =>
      view.getUint16(position + offset, true),
    );
    const nameStart = position + DIRECTORY_RECORD.length;
    const name = new TextDecoder().decode(archive.subarray(nameStart, nameStart + nameLength));
    const packed = readPacked(archive, view, view.getUint32(position + 42, true), size);
    if (method !== STORED && method !== DEFLATED)
      throw new Error(`${name} is compressed with the unsupported method ${method}`);
    // A wrong size is found by zlib, which stops at the limit.
    if (Math.max(size, view.getUint32(position + 24, true)) > remaining) throw tooLargeError();
    const file =
      method === STORED ? packed : zlib.inflateRawSync(packed, { maxOutputLength: Math.max(1, remaining) });
    remaining -= file.length;
    files.set(name, file);
    position = nameStart + nameLength + extraLength + commentLength;
  }
  return files;
}

/** The record at the end says where the directory is. */
function findEndRecord(view: DataView): number {
  const last = view.byteLength - END_RECORD.length;
  for (let position = last; position >= Math.max(0, last - MAX_COMMENT_BYTES); position -= 1)
    if (view.getUint32(position, true) === END_RECORD.signature) return position;
  throw new Error('the end of the archive is missing');
}

/** @param start the position of the file's record, which has its own name and extra fields */
function readPacked(archive: Uint8Array, view: DataView, start: number, size: number): Uint8Array {
  assertSignature(view, start, FILE_RECORD.signature);
  const begin =
    start + FILE_RECORD.length + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  if (begin + size > archive.length) throw new Error('the archive is cut off');
  return archive.subarray(begin, begin + size);
}

/** The error that zlib throws, too. */
const tooLargeError = (): Error =>
  Object.assign(new RangeError('the archive is too large'), { code: 'ERR_BUFFER_TOO_LARGE' });

function assertSignature(view: DataView, position: number, signature: number): void {
  if (position + 4 > view.byteLength || view.getUint32(position, true) !== signature)
    throw new Error('the archive is damaged');
}
