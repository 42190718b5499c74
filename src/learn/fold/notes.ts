/** The note book of a fold: a tally for each place, and how a value of an exchange may be shown. */
import { keyMark, redactText } from '../../journal/redact.js';
import type { Call } from '../../contract/index.js';
import { exampleOf } from '../shape/example.js';
import type { Look } from '../shape/look.js';
import { Tally } from './tally.js';

export class Notes {
  readonly tallies = new Map<string, Tally>();
  /** The longest text of each field that was taken, in characters. */
  readonly lengths = new Map<string, number>();

  add(place: string, answer: string, { exchange }: Pick<Call, 'exchange'>): void {
    this.#of(place).add(answer, exchange);
  }

  look(place: string, value: unknown, look: Look, _call: Call, tag?: string): void {
    const tally = this.#of(place);
    tally.look(value, look, tag);
    tally.example ??= exampleOf(value, look);
  }

  example(place: string, value: unknown, look: Look): void {
    this.#of(place).example ??= exampleOf(value, look);
  }

  longest(field: string, length: number, call: Call): void {
    if (length <= (this.lengths.get(field) ?? 0)) return;
    this.lengths.set(field, length);
    this.#of('lengths').newest = Math.max(this.#of('lengths').newest, call.exchange.startedAt);
  }

  /** @param texts whether texts may be shown: not where customers' words stand */
  lookOf({ by }: Call, texts: boolean): Look {
    const { key } = by;
    return { texts, redact: (text) => redactText(text, key, keyMark()) };
  }

  #of(place: string): Tally {
    const known = this.tallies.get(place);
    if (known) return known;
    const tally = new Tally();
    this.tallies.set(place, tally);
    return tally;
  }
}
