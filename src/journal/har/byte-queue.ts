/** The unread bytes of a file that arrives in chunks, in one array. It knows their position in the file, not their meaning. */

const EMPTY = new Uint8Array(0);

export class ByteQueue {
  bytes: Uint8Array = EMPTY;
  /** The unread bytes are `bytes[start]` up to, but not including, `bytes[end]`. */
  start = 0;
  end = 0;
  /** The position of `bytes[0]` in the file. */
  #base = 0;
  /** Whether this class allocated `bytes` and can write to it. */
  #isOwned = false;

  /** The position in the file of the byte at an index. */
  offsetOf(index: number): number {
    return this.#base + index;
  }

  /**
   * @param chunk must not change afterwards
   * @returns by how much the indexes of the unread bytes decreased
   */
  append(chunk: Uint8Array): number {
    const moved = this.start;
    const kept = this.end - this.start;
    if (kept === 0) {
      this.#base += this.start;
      this.#hold(chunk, false, chunk.length);
      return moved;
    }
    if (this.#isOwned && this.end + chunk.length <= this.bytes.length) {
      this.bytes.set(chunk, this.end);
      this.end += chunk.length;
      return 0;
    }
    // Twice the needed size, so that a long entry is not copied for every chunk.
    const buffer = new Uint8Array(2 * (kept + chunk.length));
    buffer.set(this.bytes.subarray(this.start, this.end));
    buffer.set(chunk, kept);
    this.#base += this.start;
    this.#hold(buffer, true, kept + chunk.length);
    return moved;
  }

  #hold(bytes: Uint8Array, isOwned: boolean, end: number): void {
    this.bytes = bytes;
    this.#isOwned = isOwned;
    this.start = 0;
    this.end = end;
  }
}
