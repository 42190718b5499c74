/** Decompresses a body for the journal, up to a limit. */
import { parseContentEncoding, type ContentEncoding } from '../journal/content-encoding.js';
import type { DecodeContent } from '../journal/har/compressed-body.js';
import { MAX_UNPACKED_BYTES } from './har-file.js';
import { getNodeBuiltins, hasNodeBuiltins } from './node-files.js';

export type DecodeResult = Uint8Array | 'too large' | 'unreadable';

export interface DecodeOptions {
  /** The maximum size of the result. */
  readonly maxBytes: number;
  /** Whether the bytes are a complete body. Otherwise the readable prefix is decoded. */
  readonly isComplete: boolean;
  /** Default: that of Node, which Node 20 does not have. */
  readonly unzstd?: Decoder | undefined;
}

export type Decoder = (bytes: Uint8Array, options: DecodeOptions) => Uint8Array;

const DECODERS: Readonly<Record<ContentEncoding, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  br: unbrotli,
  deflate: inflate,
  zstd: (bytes, options) => (options.unzstd ?? unzstdWithNode)(bytes, options),
};

/** @param encoding the value of `Content-Encoding` */
export function decodeBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  options: DecodeOptions,
): DecodeResult {
  const encodings = encoding === undefined ? undefined : parseContentEncoding(encoding);
  if (!encodings) return bytes;
  try {
    return encodings.reduceRight((decoded, name) => DECODERS[name](decoded, options), bytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'unreadable';
  }
}

/**
 * Decodes the bodies of one recording. Together they have a limit, because a file of 1 MB can contain a gigabyte.
 * @param unzstd default: that of Node, which Node 20 does not have
 */
export function createContentDecoder(unzstd?: Decoder): DecodeContent {
  let remaining = MAX_UNPACKED_BYTES;
  return (bytes, encoding, isComplete) => {
    if (!hasNodeBuiltins() || (!unzstd && !findNodeUnzstd() && /zstd/i.test(encoding))) return 'unsupported';
    const decoded = decodeBody(bytes, encoding, { maxBytes: Math.max(1, remaining), isComplete, unzstd });
    if (typeof decoded === 'string') return undefined;
    remaining -= decoded.length;
    return decoded;
  };
}

function gunzip(bytes: Uint8Array, { maxBytes, isComplete }: DecodeOptions): Uint8Array {
  const { zlib } = getNodeBuiltins();
  return zlib.gunzipSync(bytes, {
    maxOutputLength: maxBytes,
    ...(!isComplete && { finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  });
}

function unbrotli(bytes: Uint8Array, { maxBytes, isComplete }: DecodeOptions): Uint8Array {
  const { zlib } = getNodeBuiltins();
  return zlib.brotliDecompressSync(bytes, {
    maxOutputLength: maxBytes,
    ...(!isComplete && { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  });
}

/** The specification requires a zlib header; many servers send raw deflate. */
function inflate(bytes: Uint8Array, { maxBytes, isComplete }: DecodeOptions): Uint8Array {
  const { zlib } = getNodeBuiltins();
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  const options = {
    maxOutputLength: maxBytes,
    ...(!isComplete && { finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  };
  return hasHeader ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
}

function unzstdWithNode(bytes: Uint8Array, { maxBytes, isComplete }: DecodeOptions): Uint8Array {
  const unzstd = findNodeUnzstd();
  if (!unzstd) throw new Error('This version of Node has no zstd.');
  return unzstd(bytes, {
    maxOutputLength: maxBytes,
    // `ZSTD_e_flush`, for which the types of Node 20 have no name.
    ...(!isComplete && { finishFlush: 1 }),
  });
}

/** The function of Node 22.15 and later. */
function findNodeUnzstd(): ((bytes: Uint8Array, options: object) => Uint8Array) | undefined {
  const { zstdDecompressSync } = getNodeBuiltins().zlib as {
    readonly zstdDecompressSync?: (bytes: Uint8Array, options: object) => Uint8Array;
  };
  return zstdDecompressSync;
}
