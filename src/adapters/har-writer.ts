/**
 * A HAR file that grows with the traffic and is whole after every write: what closes the JSON is written with each batch, and
 * overwritten by the next. A process that is killed leaves valid HAR; only one killed in the middle of a write leaves it cut.
 */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import type { Exchange } from '../journal/exchange.js';
import { toHar, type Har } from '../journal/har.js';
import { UserError } from '../user-error.js';
import { whyUnwritten } from './file-trouble.js';

const TAIL = '\n]}}\n';

/** Characters that are gathered before they are written. */
const BATCH = 262_144;

export class HarWriter {
  readonly #file: string;
  readonly #creator: Har['log']['creator'];
  readonly #descriptor: number;
  readonly #onTrouble: (what: string) => void;
  #pending = '';
  /** Where the tail stands. */
  #position = 0;
  #isEmpty = true;
  #isBroken = false;

  /**
   * @param onTrouble is told once when nothing more can be written
   * @throws UserError when the file cannot be written
   */
  constructor(file: string, creator: Har['log']['creator'], onTrouble: (what: string) => void) {
    this.#file = file;
    this.#creator = creator;
    this.#onTrouble = onTrouble;
    try {
      this.#descriptor = openSync(file, 'w');
      if (fstatSync(this.#descriptor).isFIFO())
        throw new Error('It is a pipe, and the end of the file is written anew each time.');
      this.#write(`{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`);
    } catch (cause) {
      throw new UserError('bad-option', `${file} cannot be written.`, { hint: whyUnwritten(cause), cause });
    }
  }

  add(exchange: Exchange): void {
    if (this.#isBroken) return;
    const [entry] = toHar([exchange], this.#creator).log.entries;
    this.#pending += `${this.#isEmpty ? '\n' : ',\n'}${JSON.stringify(entry)}`;
    this.#isEmpty = false;
    if (this.#pending.length > BATCH) this.flush();
  }

  /** Writes what was gathered. */
  flush(): void {
    if (this.#isBroken || this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    try {
      this.#write(text);
    } catch (error) {
      this.#isBroken = true;
      this.#onTrouble(
        `${this.#file} cannot be written any more: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  close(): void {
    this.flush();
    closeSync(this.#descriptor);
  }

  #write(text: string): void {
    const bytes = Buffer.from(text + TAIL);
    for (let written = 0; written < bytes.length;)
      written += writeSync(
        this.#descriptor,
        bytes,
        written,
        bytes.length - written,
        this.#position + written,
      );
    this.#position += bytes.length - TAIL.length;
  }
}
