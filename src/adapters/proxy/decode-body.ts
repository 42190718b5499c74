/**
 * A body as it was before it was compressed, for the journal. Bounded, whatever the compressed bytes unfold to; what cannot
 * be unfolded stays as it is.
 */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { Decompress } from 'fzstd';

/** Of one body, in bytes. */
export const LARGEST_DECODED = 1_048_576;

export type Decoded = Uint8Array | 'too large';

type Decoder = (bytes: Uint8Array) => Uint8Array;

const bounds = { maxOutputLength: LARGEST_DECODED };

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: (bytes) => gunzipSync(bytes, bounds),
  'x-gzip': (bytes) => gunzipSync(bytes, bounds),
  br: (bytes) => brotliDecompressSync(bytes, bounds),
  deflate: inflate,
  zstd: unzstd,
};

/** @param encoding the value of `Content-Encoding` */
export function decodeBody(bytes: Uint8Array, encoding: string | undefined): Decoded {
  if (encoding === undefined) return bytes;
  // The one that was applied last comes last.
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  let decoded = bytes;
  try {
    for (const name of names.reverse()) {
      const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
      if (decoder) decoded = decoder(decoded);
      else if (name !== 'identity' && name !== '') return bytes;
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : bytes;
  }
  return decoded;
}

/** By the specification with zlib's frame; many send it without. */
function inflate(bytes: Uint8Array): Uint8Array {
  const hasFrame = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return hasFrame ? inflateSync(bytes, bounds) : inflateRawSync(bytes, bounds);
}

function unzstd(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((part) => {
    size += part.length;
    if (size > LARGEST_DECODED) throw Object.assign(new Error('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
    parts.push(part.slice());
  });
  stream.push(bytes, true);
  return Buffer.concat(parts);
}
