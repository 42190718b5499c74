/** Decompresses a body in zstd, in every version of Node. */
import { Decompress } from 'fzstd';
import { ByteBuffer } from '../base/byte-buffer.js';
import type { DecodeOptions } from '../files/decode-body.js';

export function unzstd(bytes: Uint8Array, { maxBytes, isComplete }: DecodeOptions): Uint8Array {
  const decoded = new ByteBuffer();
  const stream = new Decompress((part) => {
    if (decoded.length + part.length > maxBytes)
      throw Object.assign(new Error('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
    decoded.append(part);
  });
  stream.push(bytes, isComplete);
  return decoded.bytes();
}
