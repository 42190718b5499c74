/**
 * Takes what went by off the path of the bytes: it waits in a bounded queue, and is turned into the journal a little at a
 * time. When more comes than can be written, who brings it waits, and nothing is lost.
 */
import { realElapsed, setRealImmediate, setRealTimeout } from '../real-time.js';

export interface RecorderOptions<Item> {
  /** How many bytes an item holds while it waits. */
  readonly weigh: (item: Item) => number;
  /** Does the work for one. */
  readonly work: (item: Item) => void;
  /** Is told when the work of one slice is done. */
  readonly onSlice: () => void;
  /** Has a bug in the work; the item is lost, the traffic is not. */
  readonly onBug: (error: unknown) => void;
}

/** Milliseconds: how long a first item waits for company, and how long a slice of work may hold up what passes by. */
const GATHER = 20;
const SLICE = 0.5;

/** How many items, and how many bytes of them, may wait. */
const MOST_WAITING = 2_000;
const MOST_BYTES = 33_554_432;

export class Recorder<Item> {
  readonly #options: RecorderOptions<Item>;
  #waiting: Item[] = [];
  /** Where the first of those stands that wait. */
  #next = 0;
  #bytes = 0;
  #isScheduled = false;

  constructor(options: RecorderOptions<Item>) {
    this.#options = options;
  }

  push(item: Item): void {
    this.#waiting.push(item);
    this.#bytes += this.#options.weigh(item);
    while (this.#waiting.length - this.#next > MOST_WAITING || this.#bytes > MOST_BYTES) this.#takeOne();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setRealTimeout(() => this.#slice(), GATHER).unref();
  }

  /** Does all the work that is left. */
  drain(): void {
    while (this.#next < this.#waiting.length) this.#takeOne();
    this.#options.onSlice();
  }

  #slice(): void {
    const end = realElapsed() + SLICE;
    while (this.#next < this.#waiting.length && realElapsed() < end) this.#takeOne();
    this.#options.onSlice();
    if (this.#next < this.#waiting.length) return void setRealImmediate(() => this.#slice());
    this.#isScheduled = false;
  }

  #takeOne(): void {
    const item = this.#waiting[this.#next] as Item;
    this.#next += 1;
    this.#bytes -= this.#options.weigh(item);
    if (this.#next > 256 && this.#next * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#next);
      this.#next = 0;
    }
    try {
      this.#options.work(item);
    } catch (error) {
      this.#options.onBug(error);
    }
  }
}
