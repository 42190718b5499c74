/** Counts the observations of one place, in bounded memory: beyond a limit, new answers share one count. */
import type { SamplingPolicy } from '../shape/sampling-policy.js';
import { addValue, newShape, type Shape } from '../shape/shape.js';

export interface AnswerCount {
  count: number;
  /** The `sequence` of the first exchange with this answer. */
  readonly exchange: number;
  /** The place of that exchange in a recording, such as `session.har, entry 17`. */
  readonly source?: string | undefined;
}

interface Observation {
  readonly sequence: number;
  readonly startedAt: number;
  readonly notes?: { readonly source?: string } | undefined;
}

export class Tally {
  count = 0;
  /** The start of the newest exchange, in milliseconds since 1970. */
  newest = 0;
  readonly answers = new Map<string, AnswerCount>();
  /** The number of observations beyond the limit of different answers. */
  more = 0;
  readonly shape: Shape = newShape();
  /** The shapes of the values with each tag, such as a status code. */
  readonly shapes = new Map<string, Shape>();
  /** A body without private data. */
  example: unknown;

  add(answer: string, exchange: Observation): void {
    this.count++;
    this.newest = Math.max(this.newest, exchange.startedAt);
    const known = this.answers.get(answer);
    if (known) known.count++;
    else if (this.answers.size < maxAnswers)
      this.answers.set(answer, { count: 1, exchange: exchange.sequence, source: exchange.notes?.source });
    else this.more++;
  }

  addValue(value: unknown, policy: SamplingPolicy, tag?: string, name?: string): void {
    addValue(this.shape, value, policy, tag, name);
    if (tag === undefined) return;
    const tagged = this.shapes.get(tag) ?? newShape();
    if (this.shapes.size >= maxTags && !this.shapes.has(tag)) return;
    this.shapes.set(tag, tagged);
    addValue(tagged, value, policy, undefined, name);
  }
}

const maxAnswers = 40;
const maxTags = 40;
