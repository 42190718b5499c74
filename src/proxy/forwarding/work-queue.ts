/**
 * A bounded queue that processes its items a few at a time, so that the work does not delay the traffic. If the queue is full,
 * `push` processes the oldest item first: the caller waits, and no item is lost.
 */
import { setRealImmediate } from '../../base/real-immediate.js';
import { realElapsed, setRealTimeout } from '../../base/real-time.js';

export interface WorkQueueOptions<Item> {
  /** The memory that an item takes in the queue. */
  readonly bytesOf: (item: Item) => number;
  /** Processes one item. */
  readonly work: (item: Item) => void;
  /** Called after each slice of work. */
  readonly onSlice: () => void;
  /** Called with an error of `work`. The item is lost; the queue continues. */
  readonly onBug: (error: unknown) => void;
}

/** Milliseconds from the first item to the first slice, and milliseconds of one slice. */
const DELAY = 20;
const SLICE = 0.5;

/** The limits of the queue. */
const MAX_ITEMS = 2_000;
const MAX_BYTES = 33_554_432;

export class WorkQueue<Item> {
  readonly #options: WorkQueueOptions<Item>;
  #waiting: Item[] = [];
  /** The index of the oldest waiting item. */
  #next = 0;
  #bytes = 0;
  #isScheduled = false;

  constructor(options: WorkQueueOptions<Item>) {
    this.#options = options;
  }

  push(item: Item): void {
    this.#waiting.push(item);
    this.#bytes += this.#options.bytesOf(item);
    while (this.#waiting.length - this.#next > MAX_ITEMS || this.#bytes > MAX_BYTES) this.#processNext();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setRealTimeout(() => this.#processSlice(), DELAY).unref();
  }

  /** Processes all waiting items. */
  drain(): void {
    while (this.#next < this.#waiting.length) this.#processNext();
    this.#options.onSlice();
  }

  #processSlice(): void {
    const end = realElapsed() + SLICE;
    while (this.#next < this.#waiting.length && realElapsed() < end) this.#processNext();
    this.#options.onSlice();
    if (this.#next < this.#waiting.length) return void setRealImmediate(() => this.#processSlice());
    this.#isScheduled = false;
  }

  #processNext(): void {
    const item = this.#waiting[this.#next] as Item;
    this.#next += 1;
    this.#bytes -= this.#options.bytesOf(item);
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
