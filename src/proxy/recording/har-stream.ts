/**
 * Writes one HAR file to a stream, such as standard output. A stream cannot go back, so the file has its end when the recording
 * ends. `deckhand judge` also reads a file without its end.
 */
import { writeSync } from 'node:fs';
import type { Exchange } from '../../journal/exchange.js';
import { realNow } from '../../base/real-time.js';
import { harEnd, harEntry, harHead, type HarCreator } from './har-text.js';

/** Milliseconds until the next attempt when a pipe is full and does not block. */
const FULL_PIPE_WAIT = 5;

export class HarStream {
  readonly #descriptor: number;
  readonly #onError: (what: string) => void;
  #isEmpty = true;
  #hasFailed = false;

  /** @param onError called once, when a write fails, for example because the reader has gone; later exchanges are dropped */
  constructor(descriptor: number, creator: HarCreator, onError: (what: string) => void) {
    this.#descriptor = descriptor;
    this.#onError = onError;
    this.#write(harHead(creator));
  }

  add(exchange: Exchange): void {
    this.#write(`${this.#isEmpty ? '\n' : ',\n'}${harEntry(exchange)}`);
    this.#isEmpty = false;
  }

  close(): void {
    this.#write(harEnd(new Date(realNow())));
  }

  #write(text: string): void {
    if (this.#hasFailed) return;
    const bytes = Buffer.from(text);
    try {
      for (let written = 0; written < bytes.length;)
        written += writePart(this.#descriptor, bytes.subarray(written));
    } catch (error) {
      this.#hasFailed = true;
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'EPIPE' ? 'its reader has closed it' : message;
      this.#onError(`The HAR file on standard output can no longer be written: ${why}`);
    }
  }
}

/** @returns the number of bytes that were written */
function writePart(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_WAIT);
    return 0;
  }
}
