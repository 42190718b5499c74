/** Bytes that arrived and are not done with, in one piece. Knows how far into the file they are, and nothing of what they say. */

const EMPTY = new Uint8Array(0);

export class ByteQueue {
  bytes: Uint8Array = EMPTY;
  /** The first byte that is not done with, and the end of what arrived: indexes into `bytes`. */
  start = 0;
  end = 0;
  /** Where `bytes[0]` stands in the file. */
  #base = 0;
  /** Whether `bytes` was made here, and may be written to. */
  #isOurs = false;

  /** Where a byte stands in the file. */
  offsetOf(index: number): number {
    return this.#base + index;
  }

  /** Takes a chunk, which must not be written to afterwards. @returns by how much the indexes of what is kept moved down */
  append(chunk: Uint8Array): number {
    const moved = this.start;
    const kept = this.end - this.start;
    if (kept === 0) {
      this.#base += this.start;
      this.#hold(chunk, false, chunk.length);
      return moved;
    }
    if (this.#isOurs && this.end + chunk.length <= this.bytes.length) {
      this.bytes.set(chunk, this.end);
      this.end += chunk.length;
      return 0;
    }
    // Twice as much as is needed: an entry of many chunks is not copied once for each.
    const room = new Uint8Array(2 * (kept + chunk.length));
    room.set(this.bytes.subarray(this.start, this.end));
    room.set(chunk, kept);
    this.#base += this.start;
    this.#hold(room, true, kept + chunk.length);
    return moved;
  }

  #hold(bytes: Uint8Array, isOurs: boolean, end: number): void {
    this.bytes = bytes;
    this.#isOurs = isOurs;
    this.start = 0;
    this.end = end;
  }
}
