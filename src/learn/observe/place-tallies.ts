/** The tallies of all places, and the sampling policy for the values of an exchange. */
import { keyMark, redactFields, redactText } from '../../journal/redact.js';
import type { Call } from '../../contract/index.js';
import { exampleOf } from '../shape/example.js';
import type { SamplingPolicy } from '../shape/sampling-policy.js';
import { Tally } from './tally.js';

export class PlaceTallies {
  readonly byPlace = new Map<string, Tally>();
  /** The length of the longest accepted string of each field, in characters. */
  readonly lengths = new Map<string, number>();

  add(place: string, answer: string, { exchange }: Pick<Call, 'exchange'>): void {
    this.#of(place).add(answer, exchange);
  }

  addValue(place: string, value: unknown, policy: SamplingPolicy, tag?: string): void {
    const tally = this.#of(place);
    tally.addValue(value, policy, tag);
    tally.example ??= exampleOf(value, policy);
  }

  addExample(place: string, value: unknown, policy: SamplingPolicy): void {
    this.#of(place).example ??= exampleOf(value, policy);
  }

  addLength(field: string, length: number, call: Call): void {
    if (length <= (this.lengths.get(field) ?? 0)) return;
    this.lengths.set(field, length);
    this.#of('lengths').newest = Math.max(this.#of('lengths').newest, call.exchange.startedAt);
  }

  /** @param showsStrings false where customers write the strings */
  policyFor({ by }: Call, showsStrings: boolean): SamplingPolicy {
    const { key } = by;
    return { showsStrings, redact: (text) => redactFields(redactText(text, key, keyMark())) };
  }

  #of(place: string): Tally {
    const known = this.byPlace.get(place);
    if (known) return known;
    const tally = new Tally();
    this.byPlace.set(place, tally);
    return tally;
  }
}
