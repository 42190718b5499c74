/**
 * Puts exchanges back into the order in which they began, holding a bounded number of them. Recorders write entries as they
 * end, or by page; only what is further out of place than the window is wide stays so, and is counted. Where long nothing was,
 * the window is narrow.
 */
import type { Exchange } from '../exchange.js';
import { Room } from '../room.js';

/** So many exchanges, or so many characters of their bodies, are held back. */
export const WINDOW = { exchanges: 2000, characters: 16_777_216 } as const;

/** As many are held back of a recording that keeps its order. */
const NARROW = 300;

export class TimeWindow {
  /** How many came too late to be put in their place. */
  late = 0;
  readonly #room: Room;
  readonly #mostCharacters: number;
  /** Sorted; the first ones are let go first. */
  #held: Exchange[] = [];
  #head = 0;
  #characters = 0;
  #latest = -Infinity;

  constructor(limits: { readonly exchanges: number; readonly characters: number } = WINDOW) {
    this.#room = new Room(limits.exchanges, NARROW);
    this.#mostCharacters = limits.characters;
  }

  /** Takes one, and lets go what has its place for certain. */
  add(exchange: Exchange, into: Exchange[]): void {
    if (exchange.startedAt < this.#latest) this.late++;
    this.#characters += sizeOf(exchange);
    let at = this.#held.length;
    while (at > this.#head && (this.#held[at - 1]?.startedAt ?? 0) > exchange.startedAt) at--;
    if (at === this.#held.length) this.#held.push(exchange);
    else this.#held.splice(at, 0, exchange);
    this.#room.see(this.#held.length - 1 - at);
    while (this.#held.length - this.#head > this.#room.size || this.#characters > this.#mostCharacters)
      this.#release(into);
  }

  /** Lets go the rest. */
  flush(into: Exchange[]): void {
    while (this.#head < this.#held.length) this.#release(into);
  }

  #release(into: Exchange[]): void {
    const first = this.#held[this.#head++];
    if (!first) return;
    this.#characters -= sizeOf(first);
    this.#latest = Math.max(this.#latest, first.startedAt);
    into.push(first);
    if (this.#head < 1024 && this.#head < this.#held.length) return;
    this.#held = this.#held.slice(this.#head);
    this.#head = 0;
  }
}

const sizeOf = ({ request, response }: Exchange): number =>
  (request.body?.text.length ?? 0) + (response?.body?.text.length ?? 0);
