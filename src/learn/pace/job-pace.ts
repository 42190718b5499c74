/**
 * What one recorded job did, as phases between polls. A change happened between two polls, so it counts in the middle between
 * them, or at the reply that caused it.
 */
import { fieldOf, isObject } from '../../base/json.js';
import { knownStatus, type Call } from '../../contract/index.js';
import { phaseText } from './phase-text.js';

/** A time in which the view kept its status and its step text. Times are in milliseconds since 1970. */
export interface Phase {
  /** `opening`: generating, without progress. */
  readonly kind: 'opening' | 'slides' | 'question';
  /** The step text with placeholders, or the question. */
  readonly text: string;
  readonly from: number;
  to: number;
  /** The completed share of all slides at the end of the phase, from 0 to 1. */
  share?: number;
  tokens?: number;
  /** Whether an accepted reply ended the question. */
  isAnswered?: boolean;
}

export interface JobEnd {
  readonly status: 'completed' | 'failed';
  readonly error?: string;
  readonly sections?: number;
  readonly tokens?: number;
}

const MAX_PHASES = 100;

export class JobPace {
  readonly phases: Phase[] = [];
  /** The place of the start in the recording. */
  readonly source: string;
  readonly prompt: string;
  readonly startedAt: number;
  slides: number | undefined;
  end: JobEnd | undefined;
  #lastPoll: number;
  #repliedAt: number | undefined;

  /** @param start an accepted start */
  constructor({ exchange, sent }: Call) {
    const { endedAt, sequence, notes } = exchange;
    this.source = notes?.source ?? `exchange ${sequence}`;
    const prompt = sent.kind === 'json' ? fieldOf(sent.value, 'prompt') : undefined;
    // Without its prompt, each job counts as one of its own.
    this.prompt = typeof prompt === 'string' ? prompt : String(sequence);
    this.startedAt = endedAt;
    this.#lastPoll = endedAt;
  }

  /** Adds a successful poll. */
  view(value: unknown, { exchange: { startedAt } }: Call): void {
    const status = knownStatus(fieldOf(value, 'status'));
    if (this.end || status === undefined || !isObject(value) || startedAt < this.#lastPoll) return;
    const changedAt = this.#repliedAt ?? (this.#lastPoll + startedAt) / 2;
    this.#lastPoll = startedAt;
    if (status === 'completed' || status === 'failed') {
      this.#closeAt(changedAt);
      this.end = endOf(status, value);
    } else this.#continue(status === 'awaiting_input' ? question(value) : generating(value), changedAt);
    this.#repliedAt = undefined;
    this.#figures(value);
  }

  /** Adds an accepted reply. */
  reply({ exchange: { endedAt } }: Call): void {
    const current = this.phases.at(-1);
    if (current?.kind !== 'question' || this.#repliedAt !== undefined) return;
    current.isAnswered = true;
    this.#repliedAt = endedAt;
  }

  #continue({ kind, text }: Pick<Phase, 'kind' | 'text'>, changedAt: number): void {
    const current = this.phases.at(-1);
    const isSame = current?.kind === kind && current.text === text && this.#repliedAt === undefined;
    if (current && (isSame || this.phases.length >= MAX_PHASES)) {
      current.to = this.#lastPoll;
      return;
    }
    this.#closeAt(changedAt);
    this.phases.push({ kind, text, from: current ? changedAt : this.startedAt, to: this.#lastPoll });
  }

  /** A job that was never seen at work was at work all the same. */
  #closeAt(time: number): void {
    const current = this.phases.at(-1);
    if (current) current.to = time;
    else if (time > this.startedAt)
      this.phases.push({ kind: 'opening', text: '', from: this.startedAt, to: time });
  }

  #figures(value: object): void {
    const current = this.phases.at(-1);
    const tokens = fieldOf(value, 'tokens_used');
    if (current && !this.end && typeof tokens === 'number') current.tokens = tokens;
    const { completed, total } = slidesIn(value);
    if (!current || total === undefined || total <= 0) return;
    this.slides = total;
    current.share = Math.min(1, (completed ?? 0) / total);
  }
}

function generating(value: object): Pick<Phase, 'kind' | 'text'> {
  const { completed, total } = slidesIn(value);
  if (total === undefined) return { kind: 'opening', text: '' };
  const step = fieldOf(fieldOf(value, 'progress'), 'current_step');
  return { kind: 'slides', text: phaseText(step, completed, total) };
}

function question(value: object): Pick<Phase, 'kind' | 'text'> {
  const message = fieldOf(value, 'message');
  return { kind: 'question', text: typeof message === 'string' ? message : '' };
}

function endOf(status: JobEnd['status'], value: object): JobEnd {
  const [error, tokens] = [fieldOf(value, 'error'), fieldOf(value, 'tokens_used')];
  const sections = fieldOf(fieldOf(value, 'presentation'), 'sections');
  return {
    status,
    ...(typeof error === 'string' && { error }),
    ...(Array.isArray(sections) && { sections: sections.length }),
    ...(typeof tokens === 'number' && { tokens }),
  };
}

function slidesIn(value: object): { readonly completed?: number; readonly total?: number } {
  const progress = fieldOf(value, 'progress');
  const [completed, total] = [fieldOf(progress, 'slides_completed'), fieldOf(progress, 'slides_total')];
  return {
    ...(typeof completed === 'number' && { completed }),
    ...(typeof total === 'number' && { total }),
  };
}
