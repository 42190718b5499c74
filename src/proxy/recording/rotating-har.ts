/** Writes HAR files that rotate like logs: `name.har`, `name.2.har`, … Each file is valid by itself. */
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { Exchange } from '../../journal/exchange.js';
import { SegmentMeter, type SegmentLimits } from '../../journal/segments.js';
import type { HarCreator } from './har-text.js';
import { UserError } from '../../base/user-error.js';
import { HarWriter } from './har-writer.js';

export interface RotatingHarOptions {
  readonly creator: HarCreator;
  /** The size of a file: that of the segments that are judged. */
  readonly segment: SegmentLimits;
  /** Whether existing files are overwritten. Otherwise the numbers of existing files are skipped. */
  readonly force: boolean;
  /** Called once, when a write fails. */
  readonly onError: (message: string) => void;
  /** Called when the next file starts, or when it cannot be opened and the current one continues. */
  readonly onRotate: (message: string) => void;
}

export class RotatingHar {
  readonly #first: string;
  readonly #options: RotatingHarOptions;
  #writer: HarWriter;
  readonly #meter: SegmentMeter;
  #number = 1;
  #isFull = false;

  /** @throws UserError if the first file cannot be written */
  constructor(first: string, options: RotatingHarOptions) {
    this.#first = first;
    this.#options = options;
    this.#meter = new SegmentMeter(options.segment);
    this.#writer = this.#open(first);
  }

  add(exchange: Exchange): void {
    if (this.#isFull) this.#rotate();
    this.#writer.add(exchange);
    this.#isFull = this.#meter.add(exchange);
  }

  flush(): void {
    this.#writer.flush();
  }

  close(): void {
    this.#writer.close();
  }

  #rotate(): void {
    const file = this.#nextName();
    try {
      const next = this.#open(file);
      this.#writer.close();
      this.#writer = next;
      this.#options.onRotate(`The recording continues in ${file}.`);
    } catch (error) {
      const why = error instanceof UserError ? error.summary : String(error);
      this.#options.onRotate(`${why} The recording continues in the previous file.`);
    }
  }

  #open(file: string): HarWriter {
    return new HarWriter(file, this.#options.creator, this.#options.onError);
  }

  #nextName(): string {
    const extension = extname(this.#first);
    const stem = this.#first.slice(0, this.#first.length - extension.length);
    for (;;) {
      const name = `${stem}.${++this.#number}${extension}`;
      if (this.#options.force || !existsSync(name)) return name;
    }
  }
}
