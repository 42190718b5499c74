/**
 * Writes a HAR file that grows with the traffic and is complete after every write: each batch ends with the closing brackets,
 * and the next batch overwrites them. A killed process leaves a valid file, unless it is killed during a write.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Exchange } from '../../journal/exchange.js';
import { UserError } from '../../base/user-error.js';
import { whyUnwritten } from '../../files/file-trouble.js';
import { realNow } from '../../base/real-time.js';
import { HAR_TAIL, harEnd, harEntry, harHead, type HarCreator } from './har-text.js';

/** Entries are written in batches of at least this size. */
const BATCH_CHARACTERS = 262_144;

/** Recordings have texts of users. Only the user who records can read them. */
const OWNER_ONLY = 0o600;

export class HarWriter {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #onError: (what: string) => void;
  #pending = '';
  /** The position of the tail in the file. */
  #position = 0;
  #isEmpty = true;
  #hasFailed = false;

  /**
   * @param onError called once, when a write fails; later exchanges are dropped
   * @throws UserError if the file cannot be written
   */
  constructor(file: string, creator: HarCreator, onError: (what: string) => void) {
    this.#file = file;
    this.#onError = onError;
    try {
      this.#descriptor = openSync(file, 'w', OWNER_ONLY);
      if (fstatSync(this.#descriptor).isFIFO())
        throw new Error(
          'It is a pipe. Deckhand rewrites the end of the file with each batch, so it needs a regular file.',
        );
      this.#write(harHead(creator), HAR_TAIL);
    } catch (cause) {
      throw new UserError('bad-option', `${file} cannot be written.`, { hint: whyUnwritten(cause), cause });
    }
  }

  add(exchange: Exchange): void {
    if (this.#hasFailed) return;
    this.#pending += `${this.#isEmpty ? '\n' : ',\n'}${harEntry(exchange)}`;
    this.#isEmpty = false;
    if (this.#pending.length > BATCH_CHARACTERS) this.flush();
  }

  /** Writes all pending entries. */
  flush(): void {
    if (this.#hasFailed || this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    this.#tryToWrite(text, HAR_TAIL);
  }

  /** Writes the end mark, unless a write has failed: the file of a recording that is not whole has none. */
  close(): void {
    this.flush();
    if (!this.#hasFailed) this.#tryToWrite('', harEnd(new Date(realNow())));
    closeSync(this.#descriptor);
  }

  #tryToWrite(text: string, tail: string): void {
    try {
      this.#write(text, tail);
    } catch (error) {
      this.#hasFailed = true;
      this.#onError(
        `${this.#file} can no longer be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
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

  /** A full disk takes a part of the entries. The tail before them has its place on the disk already. */
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
