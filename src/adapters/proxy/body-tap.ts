/** Keeps the beginning of a body that passes by, and counts the rest. The bytes themselves are nobody's to change. */

/** How much of a body is kept, in bytes as they are on the wire. */
export const TAPPED_BYTES = 1_048_576;

/** So many small chunks become one: a body that drips weighs no more than one that pours. */
const MOST_SMALL = 256;

export class BodyTap {
  /** How many bytes went by. */
  bytes = 0;
  #chunks: Buffer[] = [];
  #small: Buffer[] = [];

  add(chunk: Buffer): void {
    if (this.bytes < TAPPED_BYTES) {
      this.#small.push(chunk);
      if (this.#small.length >= MOST_SMALL) {
        this.#chunks.push(Buffer.concat(this.#small));
        this.#small = [];
      }
    }
    this.bytes += chunk.length;
  }

  /** How many of them are kept. */
  get kept(): number {
    return Math.min(this.bytes, TAPPED_BYTES);
  }

  /** Whether more went by than is kept. */
  get isCut(): boolean {
    return this.bytes > TAPPED_BYTES;
  }

  /** What is kept. */
  read(): Buffer {
    const [only] = this.#small;
    const all =
      this.#chunks.length === 0 && this.#small.length === 1 && only
        ? only
        : Buffer.concat([...this.#chunks, ...this.#small]);
    return all.subarray(0, this.kept);
  }
}
