/** Cuts an endless journal into segments, as log rotation does. A segment is a list of exchanges that is judged as a whole. */
import type { Exchange } from './exchange.js';

export interface SegmentLimits {
  /** The number of exchanges in a segment. */
  readonly exchanges: number;
  /** The characters of all URLs and bodies in a segment. It limits the memory that large bodies use. */
  readonly characters: number;
}

export const DEFAULT_SEGMENT: SegmentLimits = { exchanges: 50_000, characters: 134_217_728 };

/** Measures the current segment. HAR files rotate by the same measure, so that each file is one segment. */
export class SegmentMeter {
  readonly #limits: SegmentLimits;
  #exchanges = 0;
  #characters = 0;

  constructor(limits: SegmentLimits) {
    this.#limits = limits;
  }

  /** @returns whether this exchange completes the segment; the next one then starts another */
  add(exchange: Exchange): boolean {
    this.#exchanges++;
    this.#characters += charactersOf(exchange);
    const { exchanges, characters } = this.#limits;
    const isFull = this.#exchanges >= exchanges || this.#characters >= characters;
    if (isFull) this.reset();
    return isFull;
  }

  reset(): void {
    this.#exchanges = 0;
    this.#characters = 0;
  }
}

export class Segments {
  readonly #meter: SegmentMeter;
  #current: Exchange[] = [];

  constructor(limits: SegmentLimits = DEFAULT_SEGMENT) {
    this.#meter = new SegmentMeter(limits);
  }

  /** @returns the segment that this exchange completes, if any */
  add(exchange: Exchange): readonly Exchange[] | undefined {
    this.#current.push(exchange);
    return this.#meter.add(exchange) ? this.end() : undefined;
  }

  /** Ends the current segment, which can be empty. */
  end(): readonly Exchange[] {
    const ended = this.#current;
    this.#current = [];
    this.#meter.reset();
    return ended;
  }
}

export function charactersOf({ request, response }: Exchange): number {
  return request.url.length + (request.body?.text.length ?? 0) + (response?.body?.text.length ?? 0);
}
