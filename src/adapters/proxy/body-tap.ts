/** Keeps the beginning of a body that passes by, and counts the rest. The bytes themselves are nobody's to change. */

/** How much of a body is kept, in bytes as they are on the wire. */
export const TAPPED_BYTES = 1_048_576;

export class BodyTap {
  /** How many bytes went by. */
  bytes = 0;
  #chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    if (this.bytes < TAPPED_BYTES) this.#chunks.push(chunk);
    this.bytes += chunk.length;
  }

  /** Whether more went by than is kept. */
  get isCut(): boolean {
    return this.bytes > TAPPED_BYTES;
  }

  /** What is kept. */
  read(): Buffer {
    const [only] = this.#chunks;
    const all = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    return all.length > TAPPED_BYTES ? all.subarray(0, TAPPED_BYTES) : all;
  }
}
