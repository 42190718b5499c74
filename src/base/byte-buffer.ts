/** A growing buffer for a body that arrives in parts: a part of one byte costs one byte. */

const INITIAL_BYTES = 1024;

export class ByteBuffer {
  #bytes = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Copies the part, which can be a view of a larger memory. */
  append(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2, INITIAL_BYTES));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#length);
    this.#length = length;
  }

  /** The bytes so far: a view, which later parts do not change. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
