/**
 * Writes a HAR file that grows with the traffic and is valid after every entry: each entry is followed by the closing brackets, and
 * the next one overwrites them. A killed process leaves a valid file, unless it is killed during a write.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Exchange } from '../../journal/exchange.js';
import { UserError } from '../../base/user-error.js';
import { whyUnwritten } from '../../files/file-trouble.js';
import { realNow } from '../../base/real-time.js';
import { HAR_TAIL, harEnd, harEntry, harHead, type HarCreator } from './har-text.js';

/** Bytes. A larger file is hard to read for every tool. */
const MAX_RECORDING = 256 * 1024 ** 2;

/** Recordings have texts of users. Only the user who records can read them. */
const OWNER_ONLY = 0o600;

export class HarWriter {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #onError: (what: string) => void;
  readonly #most: number;
  /** The position of the tail in the file. */
  #position = 0;
  #isEmpty = true;
  #hasStopped = false;

  /**
   * @param onError called once, when the recording cannot continue; later exchanges are dropped, and the file has no end mark
   * @throws UserError if the file cannot be written
   */
  constructor(file: string, creator: HarCreator, onError: (what: string) => void, most = MAX_RECORDING) {
    this.#file = file;
    this.#onError = onError;
    this.#most = most;
    try {
      this.#descriptor = openSync(file, 'w', OWNER_ONLY);
      if (fstatSync(this.#descriptor).isFIFO())
        throw new Error(
          'It is a pipe. Deckhand rewrites the end of the file with each entry, so it needs a regular file.',
        );
      this.#write(harHead(creator), HAR_TAIL);
    } catch (cause) {
      throw new UserError('bad-option', `${file} cannot be written.`, { hint: whyUnwritten(cause), cause });
    }
  }

  add(exchange: Exchange): void {
    if (this.#hasStopped) return;
    const text = `${this.#isEmpty ? '\n' : ',\n'}${harEntry(exchange)}`;
    this.#isEmpty = false;
    if (this.#position + Buffer.byteLength(text) > this.#most)
      return this.#stop(`${this.#file} has ${this.#most / 1024 ** 2} MB. Later exchanges are not recorded`);
    this.#tryToWrite(text, HAR_TAIL);
  }

  /** Writes the end mark, unless the recording is not whole. */
  close(): void {
    if (!this.#hasStopped) this.#tryToWrite('', harEnd(new Date(realNow())));
    closeSync(this.#descriptor);
  }

  #tryToWrite(text: string, tail: string): void {
    try {
      this.#write(text, tail);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#stop(`${this.#file} can no longer be written: ${why}`);
    }
  }

  #stop(why: string): void {
    this.#hasStopped = true;
    this.#onError(why);
  }

  #write(text: string, tail: string): void {
    const bytes = Buffer.from(text + tail);
    try {
      this.#writeAll(bytes);
    } catch (error) {
      this.#repair();
      throw error;
    }
    this.#position += bytes.length - tail.length;
  }

  /** A full disk takes a part of the entry. The tail before it has its place on the disk already. */
  #repair(): void {
    if (this.#position === 0) return;
    try {
      this.#writeAll(Buffer.from(HAR_TAIL));
      ftruncateSync(this.#descriptor, this.#position + HAR_TAIL.length);
    } catch {
      // The disk takes nothing at all, so the old tail is still there.
    }
  }

  #writeAll(bytes: Buffer): void {
    for (let written = 0; written < bytes.length;)
      written += writeSync(
        this.#descriptor,
        bytes,
        written,
        bytes.length - written,
        this.#position + written,
      );
  }
}
