/** The first bytes of a streamed body, and its total size. */
import { ByteBuffer } from '../base/byte-buffer.js';

export class BodyPrefix {
  /** All bytes of the body so far. */
  totalBytes = 0;
  readonly #stored = new ByteBuffer();
  readonly #limit: number;

  /** @param limit the number of bytes, as on the wire, that are stored */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    const remaining = this.#limit - this.totalBytes;
    if (remaining > 0) this.#stored.append(chunk.subarray(0, remaining));
    this.totalBytes += chunk.length;
  }

  /** Whether the body is longer than the limit. */
  get isTruncated(): boolean {
    return this.totalBytes > this.#limit;
  }

  /** The stored bytes. */
  bytes(): Uint8Array {
    return this.#stored.bytes();
  }
}
