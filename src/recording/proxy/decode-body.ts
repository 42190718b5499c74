/** Decompresses a body for the journal, up to a limit. A client cannot read a body that does not have its encoding. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { Decompress } from 'fzstd';

/** The limit for one body. */
export const MAX_DECODED_BYTES = 1_048_576;

export type Decoded = Uint8Array | 'too large' | 'unreadable';

type Decoder = (bytes: Uint8Array) => Uint8Array;

const limits = { maxOutputLength: MAX_DECODED_BYTES };

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: (bytes) => gunzipSync(bytes, limits),
  'x-gzip': (bytes) => gunzipSync(bytes, limits),
  br: (bytes) => brotliDecompressSync(bytes, limits),
  deflate: inflate,
  zstd: unzstd,
};

/** @param encoding the value of `Content-Encoding` */
export function decodeBody(bytes: Uint8Array, encoding: string | undefined): Decoded {
  if (encoding === undefined) return bytes;
  // The header lists encodings in the order in which they were applied.
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  let decoded = bytes;
  try {
    for (const name of names.reverse()) {
      const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
      if (decoder) decoded = decoder(decoded);
      else if (name !== 'identity' && name !== '') return bytes;
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'unreadable';
  }
  return decoded;
}

/** The specification asks for a zlib header; many servers send raw deflate. */
function inflate(bytes: Uint8Array): Uint8Array {
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return hasHeader ? inflateSync(bytes, limits) : inflateRawSync(bytes, limits);
}

function unzstd(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((part) => {
    size += part.length;
    if (size > MAX_DECODED_BYTES)
      throw Object.assign(new Error('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
    parts.push(part.slice());
  });
  stream.push(bytes, true);
  return Buffer.concat(parts);
}
