/** The first bytes of a streamed body, and its total size. */
export class BodyPrefix {
  /** All bytes of the body so far. */
  totalBytes = 0;
  readonly #chunks: Buffer[] = [];
  readonly #limit: number;

  /** @param limit the number of bytes, as on the wire, that are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    const left = this.#limit - this.totalBytes;
    if (left > 0) this.#chunks.push(chunk.subarray(0, left));
    this.totalBytes += chunk.length;
  }

  /** Whether the body is longer than what is kept. */
  get isTruncated(): boolean {
    return this.totalBytes > this.#limit;
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
