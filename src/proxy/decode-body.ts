/** Decompresses a body for the journal, up to a limit. */
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from 'node:zlib';
import { Decompress } from 'fzstd';

export type DecodeResult = Uint8Array | 'too large' | 'unreadable';

export interface DecodeOptions {
  /** The maximum size of the result. */
  readonly maxBytes: number;
  /** Whether the bytes are a complete body. Otherwise the readable prefix is decoded. */
  readonly isComplete: boolean;
}

type Decoder = (bytes: Uint8Array, options: DecodeOptions) => Uint8Array;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: (bytes, options) => gunzipSync(bytes, zlibOptions(options)),
  'x-gzip': (bytes, options) => gunzipSync(bytes, zlibOptions(options)),
  br: (bytes, { maxBytes, isComplete }) =>
    brotliDecompressSync(bytes, {
      maxOutputLength: maxBytes,
      ...(!isComplete && { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    }),
  deflate: inflate,
  zstd: unzstd,
};

/** @param encoding the value of `Content-Encoding` */
export function decodeBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  options: DecodeOptions,
): DecodeResult {
  if (encoding === undefined) return bytes;
  // The header lists encodings in the order in which they were applied.
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  let decoded = bytes;
  try {
    for (const name of names.reverse()) {
      const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
      if (decoder) decoded = decoder(decoded, options);
      else if (name !== 'identity' && name !== '') return bytes;
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'unreadable';
  }
  return decoded;
}

function zlibOptions({ maxBytes, isComplete }: DecodeOptions): ZlibOptions {
  return { maxOutputLength: maxBytes, ...(!isComplete && { finishFlush: constants.Z_SYNC_FLUSH }) };
}

/** The specification requires a zlib header; many servers send raw deflate. */
function inflate(bytes: Uint8Array, options: DecodeOptions): Uint8Array {
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  const decode = hasHeader ? inflateSync : inflateRawSync;
  return decode(bytes, zlibOptions(options));
}

function unzstd(bytes: Uint8Array, { maxBytes, isComplete }: DecodeOptions): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((part) => {
    size += part.length;
    if (size > maxBytes) throw Object.assign(new Error('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
    parts.push(part.slice());
  });
  stream.push(bytes, isComplete);
  return Buffer.concat(parts);
}
