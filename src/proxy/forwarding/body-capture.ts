/** Keeps a copy of the start of a forwarded body, and counts all its bytes. It does not change them. */
import type { Readable, Writable } from 'node:stream';

/** After this number of small chunks they are joined, so that a body of many tiny chunks takes no more memory than its size. */
const MAX_SMALL_CHUNKS = 256;

export class BodyCapture {
  /** The number of bytes of the whole body so far. */
  bytes = 0;
  #chunks: Buffer[] = [];
  #small: Buffer[] = [];
  readonly #limit: number;

  /** @param limit the number of bytes, as on the wire, that are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    if (this.bytes < this.#limit) {
      this.#small.push(chunk);
      if (this.#small.length >= MAX_SMALL_CHUNKS) {
        this.#chunks.push(Buffer.concat(this.#small));
        this.#small = [];
      }
    }
    this.bytes += chunk.length;
  }

  /** The number of captured bytes. */
  get kept(): number {
    return Math.min(this.bytes, this.#limit);
  }

  /** Whether the body is longer than the capture. */
  get isCut(): boolean {
    return this.bytes > this.#limit;
  }

  /** The captured bytes. */
  read(): Buffer {
    const [only] = this.#small;
    const all =
      this.#chunks.length === 0 && this.#small.length === 1 && only
        ? only
        : Buffer.concat([...this.#chunks, ...this.#small]);
    return all.subarray(0, this.kept);
  }
}

/** Copies a body from one stream to the other, with backpressure. The caller ends the target stream. */
export function streamBody(from: Readable, to: Writable, capture: BodyCapture, onEnd: () => void): void {
  from.on('data', (chunk: Buffer) => {
    capture.add(chunk);
    // An upstream that refuses a body early can have closed its connection.
    if (to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  from.once('end', onEnd);
}
