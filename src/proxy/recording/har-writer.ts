/**
 * Writes a HAR file during a recording. Each entry is followed by the closing brackets, which the next entry overwrites, so the file is
 * valid after every entry. Standard output cannot seek, so it gets the brackets at the end.
 */
import { closeSync, fchmodSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { END_FIELD, RECORDING_FIELD } from '../../journal/har/recording-fields.js';
import { toHar, type Har } from '../../journal/har.js';
import type { Exchange } from '../../journal/exchange.js';
import { UserError } from '../../base/user-error.js';
import { writeErrorReason } from '../../files/file-error-reason.js';
import { resolveRegularFile } from '../../files/write-file-atomic.js';
import { realNow } from '../../base/real-time.js';
import { addHarComment } from './har-comments.js';

/** Most tools fail to read a larger file. */
const MAX_FILE_BYTES = 256 * 1024 ** 2;

/** Recordings contain texts of users. Only the user who records can read them. */
const OWNER_ONLY_MODE = 0o600;

/** The closing brackets, which the next entry overwrites. */
const CLOSING = '\n]}}\n';

/** The wait until the next attempt when a non-blocking pipe is full. */
const PIPE_RETRY_MS = 5;

const STDOUT = 1;

export interface HarWriterOptions {
  readonly creator: Har['log']['creator'];
  /** Called once, when the recording cannot continue; later exchanges are dropped, and the file has no end marker. */
  readonly onError: (message: string) => void;
  /** The limit for the file, in bytes. */
  readonly maxBytes?: number;
}

export class HarWriter {
  readonly #name: string;
  readonly #descriptor: number;
  readonly #options: HarWriterOptions;
  /** The position of the tail in the file; undefined for standard output. */
  #position: number | undefined;
  #isEmpty = true;
  #hasStopped = false;

  /**
   * @param file `-` is standard output
   * @throws UserError if the file cannot be written
   */
  constructor(file: string, options: HarWriterOptions) {
    this.#options = options;
    this.#name = file === '-' ? 'The HAR file on standard output' : file;
    try {
      this.#descriptor = file === '-' ? STDOUT : openFile(file);
      this.#position = file === '-' ? undefined : 0;
      const creator = JSON.stringify(options.creator);
      this.#write(
        `{"log":{"version":"1.2","creator":${creator},"${RECORDING_FIELD}":true,"entries":[`,
        CLOSING,
      );
    } catch (cause) {
      throw new UserError('invalid-option', `${file} cannot be written.`, {
        hint: writeErrorReason(cause),
        cause,
      });
    }
  }

  add(exchange: Exchange): void {
    const { maxBytes = MAX_FILE_BYTES } = this.#options;
    const [entry] = toHar([exchange], this.#options.creator).log.entries;
    const text = `${this.#isEmpty ? '\n' : ',\n'}${JSON.stringify(entry && addHarComment(entry, exchange))}`;
    this.#isEmpty = false;
    if (this.#position !== undefined && this.#position + Buffer.byteLength(text) > maxBytes)
      this.#fail(`${this.#name} has ${maxBytes / 1024 ** 2} MB. Later exchanges are not recorded`);
    this.#tryToWrite(text, CLOSING);
  }

  /** Writes the end marker, unless the recording is incomplete. */
  close(): void {
    const end = JSON.stringify({ at: new Date(realNow()).toISOString() });
    this.#tryToWrite(`\n],"${END_FIELD}":${end}}}\n`);
    if (this.#descriptor === STDOUT) return;
    try {
      closeSync(this.#descriptor);
    } catch (error) {
      // A network file system reports a full disk here.
      this.#fail(`${this.#name} can no longer be written: ${(error as NodeJS.ErrnoException).message}`);
    }
  }

  #tryToWrite(text: string, tail = ''): void {
    if (this.#hasStopped) return;
    try {
      this.#write(text, tail);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'EPIPE' ? 'its reader has closed it' : message;
      this.#fail(`${this.#name} can no longer be written: ${reason}`);
    }
  }

  #fail(message: string): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    this.#options.onError(message);
  }

  #write(text: string, tail: string): void {
    if (this.#position === undefined) return writeAll(this.#descriptor, text, null);
    try {
      writeAll(this.#descriptor, text + tail, this.#position);
    } catch (error) {
      this.#restoreTail(this.#position);
      throw error;
    }
    this.#position += Buffer.byteLength(text);
  }

  /** A full disk stores only a part of the entry. Its space is enough for the closing brackets. */
  #restoreTail(position: number): void {
    if (position === 0) return;
    try {
      writeAll(this.#descriptor, CLOSING, position);
      ftruncateSync(this.#descriptor, position + CLOSING.length);
    } catch {
      // Nothing was written, so the old brackets are still there.
    }
  }
}

function openFile(file: string): number {
  // The end of the file is rewritten with each entry, which requires a regular file.
  const descriptor = openSync(resolveRegularFile(file), 'w', OWNER_ONLY_MODE);
  // An existing file would keep its mode.
  fchmodSync(descriptor, OWNER_ONLY_MODE);
  return descriptor;
}

function writeAll(descriptor: number, text: string, position: number | null): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) {
    const at = position === null ? null : position + written;
    try {
      written += writeSync(descriptor, bytes, written, bytes.length - written, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_RETRY_MS);
    }
  }
}
