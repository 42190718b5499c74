/** What was seen at one place, exchange by exchange. Bounded: the rarest answers of a place that has very many are counted only. */
import type { Look } from '../shape/look.js';
import { newShape, see, type Shape } from '../shape/shape.js';

export interface Answered {
  count: number;
  /** The exchange that showed it first: its `sequence`. */
  readonly exchange: number;
}

export class Tally {
  count = 0;
  /** When the newest was seen, in ms since 1970 on the journal's clock. */
  newest = 0;
  readonly answers = new Map<string, Answered>();
  /** How many fell under no answer that is kept. */
  more = 0;
  readonly shape: Shape = newShape();
  /** A body that shows it, without what is private in it. */
  example: unknown;

  add(answer: string, exchange: { readonly sequence: number; readonly startedAt: number }): void {
    this.count++;
    this.newest = Math.max(this.newest, exchange.startedAt);
    const known = this.answers.get(answer);
    if (known) known.count++;
    else if (this.answers.size < mostAnswers)
      this.answers.set(answer, { count: 1, exchange: exchange.sequence });
    else this.more++;
  }

  look(value: unknown, look: Look, tag?: string, name?: string): void {
    see(this.shape, value, look, tag, name);
  }
}

const mostAnswers = 40;
