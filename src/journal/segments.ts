/** Cuts an endless journal into segments, as log rotation does. A segment is a list of exchanges that is judged as a whole. */
import type { Exchange } from './exchange.js';

export interface SegmentLimits {
  /** The number of exchanges in a segment. */
  readonly exchanges: number;
  /** The characters of all URLs and bodies in a segment. It limits the memory that large bodies use. */
  readonly characters: number;
}

export const DEFAULT_SEGMENT: SegmentLimits = { exchanges: 50_000, characters: 134_217_728 };

export class Segments {
  readonly #limits: SegmentLimits;
  #current: Exchange[] = [];
  #characters = 0;

  constructor(limits: SegmentLimits = DEFAULT_SEGMENT) {
    this.#limits = limits;
  }

  /** @returns the segment that this exchange completes, if any */
  add(exchange: Exchange): readonly Exchange[] | undefined {
    this.#current.push(exchange);
    this.#characters += charactersOf(exchange);
    const { exchanges, characters } = this.#limits;
    return this.#current.length >= exchanges || this.#characters >= characters ? this.end() : undefined;
  }

  /** Ends the current segment, which can be empty. */
  end(): readonly Exchange[] {
    const ended = this.#current;
    this.#current = [];
    this.#characters = 0;
    return ended;
  }
}

export function charactersOf({ request, response }: Exchange): number {
  return request.url.length + (request.body?.text.length ?? 0) + (response?.body?.text.length ?? 0);
}
