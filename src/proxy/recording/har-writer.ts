/**
 * Writes a HAR file while traffic passes. A file is valid after every entry: each entry is followed by the closing brackets, and the
 * next one overwrites them. So a killed process leaves a valid file, unless it is killed during a write. Standard output cannot go
 * back, so it has its end when the recording ends.
 */
import { closeSync, fchmodSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { END_FIELD, RECORDING_FIELD } from '../../journal/har/recording-fields.js';
import { toHar, type Har, type HarEntry } from '../../journal/har.js';
import type { Exchange, WireFailure } from '../../journal/exchange.js';
import { UserError } from '../../base/user-error.js';
import { writeErrorReason } from '../../files/file-error-reason.js';
import { resolveRegularFile } from '../../files/write-file-atomic.js';
import { realNow } from '../../base/real-time.js';

/** Bytes. A larger file is hard to read for every tool. */
const MAX_FILE_BYTES = 256 * 1024 ** 2;

/** Recordings have texts of users. Only the user who records can read them. */
const OWNER_ONLY = 0o600;

/** The end of a file to which more entries can follow. */
const CLOSING = '\n]}}\n';

/** Milliseconds until the next attempt when a pipe is full and does not block. */
const PIPE_RETRY_MS = 5;

const STDOUT = 1;

export interface HarWriterOptions {
  readonly creator: Har['log']['creator'];
  /** Called once, when the recording cannot continue; later exchanges are dropped, and the file has no end mark. */
  readonly onError: (what: string) => void;
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
    const text = `${this.#isEmpty ? '\n' : ',\n'}${JSON.stringify(entry && addComment(entry, exchange))}`;
    this.#isEmpty = false;
    if (this.#position !== undefined && this.#position + Buffer.byteLength(text) > maxBytes)
      this.#fail(`${this.#name} has ${maxBytes / 1024 ** 2} MB. Later exchanges are not recorded`);
    this.#tryToWrite(text, CLOSING);
  }

  /** Writes the end mark, unless the recording is not whole. */
  close(): void {
    const end = JSON.stringify({ at: new Date(realNow()).toISOString() });
    this.#tryToWrite(`\n],"${END_FIELD}":${end}}}\n`);
    if (this.#descriptor !== STDOUT) closeSync(this.#descriptor);
  }

  #tryToWrite(text: string, tail = ''): void {
    if (this.#hasStopped) return;
    try {
      this.#write(text, tail);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'EPIPE' ? 'its reader has closed it' : message;
      this.#fail(`${this.#name} can no longer be written: ${why}`);
    }
  }

  #fail(why: string): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    this.#options.onError(why);
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

  /** A full disk takes a part of the entry. The tail before it has its place on the disk already. */
  #restoreTail(position: number): void {
    if (position === 0) return;
    try {
      writeAll(this.#descriptor, CLOSING, position);
      ftruncateSync(this.#descriptor, position + CLOSING.length);
    } catch {
      // The disk takes nothing at all, so the old tail is still there.
    }
  }
}

function openFile(file: string): number {
  // The end of the file is rewritten with each entry, so it must be a regular one.
  const descriptor = openSync(resolveRegularFile(file), 'w', OWNER_ONLY);
  // A file that was there keeps its mode.
  fchmodSync(descriptor, OWNER_ONLY);
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

/* Adds `comment` and `_error` for failures and truncated bodies., so that people and other tools see it: a failure, and bodies that were cut. */

function addComment(entry: HarEntry, exchange: Exchange): HarEntry {
  const { failure } = exchange;
  const comment = formatComment(exchange);
  if (comment === '') return entry;
  const response = failure ? { ...entry.response, _error: CHROMIUM_ERRORS[failure] } : entry.response;
  return { ...entry, response, comment };
}

/** Chromium's names. Its developer tools show a response with one of them as failed. */
const CHROMIUM_ERRORS: Readonly<Record<WireFailure, string>> = {
  reset: 'net::ERR_CONNECTION_RESET',
  timeout: 'net::ERR_TIMED_OUT',
  aborted: 'net::ERR_ABORTED',
  truncated: 'net::ERR_CONTENT_LENGTH_MISMATCH',
  unreachable: 'net::ERR_ADDRESS_UNREACHABLE',
  protocol: 'net::ERR_INVALID_HTTP_RESPONSE',
  gateway: 'net::ERR_TUNNEL_CONNECTION_FAILED',
};

function formatComment({ request, response, proxyResponse, failure, metadata }: Exchange): string {
  const bodies = [
    ['request', request.body],
    ['response', response?.body],
  ] as const;
  return [
    ...(failure ? [`failure: ${metadata?.failure ?? failure}`] : []),
    ...(proxyResponse ? ['the response is that of the recording proxy'] : []),
    ...bodies.flatMap(([name, body]) =>
      body?.truncated ? [`the ${name} body was cut: it has ${body.bytes} bytes`] : [],
    ),
  ].join('; ');
}
