/** Writes the segments of a job as the steps of a scenario, with comments on what the recording does not show. */
import type { Step } from '../generated/control-api.js';
import { formatDuration } from '../scenario/duration.js';
import { anonymised, type IdPlaceholders } from './anonymise.js';
import type { Anonymiser } from './anonymiser.js';
import { roundTime } from './round-time.js';
import { UNSEEN_QUESTION, type Segment, type Window } from './segments.js';
import type { StatusView } from './status-view.js';

export interface WrittenStep {
  readonly step: Step;
  readonly comment: string | undefined;
}

export interface WrittenSteps {
  readonly steps: readonly WrittenStep[];
  /** When the job ends; undefined when the recording ends before. */
  readonly over: number | undefined;
}

type Work = NonNullable<Step['work']>;
type Complete = NonNullable<Step['complete']>;
type Generating = Extract<StatusView, { status: 'generating' }>;
type Completed = Extract<StatusView, { status: 'completed' }>;
type Question = Extract<StatusView, { status: 'awaiting_input' }>;
type Fields = Record<string, unknown>;
type Failed = Extract<StatusView, { status: 'failed' }>;

/** How long a step lasts after its last poll, if no segment follows. */
const BEYOND = 1000;

/** `maximum` of `sections` in the Scenario schema (openapi/control.v1.yaml). */
const MOST_SECTIONS = 500;

const AFTER_A_REPLY = 'The recording does not show what follows a reply.';

export function writeSteps(
  segments: readonly Segment[],
  names: Anonymiser,
  ids: IdPlaceholders,
): WrittenSteps {
  const writer = new StepWriter(names, ids, segments.at(-1)?.view);
  for (const [index, segment] of segments.entries()) writer.write(segment, segments[index + 1]);
  return writer;
}

class StepWriter implements WrittenSteps {
  readonly steps: WrittenStep[] = [];
  over: number | undefined;
  readonly #names: Anonymiser;
  readonly #ids: IdPlaceholders;
  /** Milliseconds from the start of the job to the end of the last step. */
  #at = 0;
  // The values that the steps so far show.
  #tokens = 0;
  #done: number | undefined;
  #total: number | undefined;
  #text: string | undefined;

  constructor(names: Anonymiser, ids: IdPlaceholders, end: StatusView | undefined) {
    this.#names = names;
    this.#ids = ids;
    // Without `of`, progress counts the sections of the final presentation.
    if (end?.status === 'completed') this.#total = end.count;
  }

  write({ view, answered, last }: Segment, next: Segment | undefined): void {
    const ends = next?.begins ?? { from: last + 1, to: last + BEYOND };
    switch (view?.status) {
      case undefined:
      case 'generating':
        this.#work(view, ends, next);
        return;
      case 'awaiting_input':
        this.#ask(view, answered, ends, next);
        return;
      case 'completed':
      case 'failed':
        this.#end(view);
    }
  }

  #push(step: Step, comment?: string): void {
    this.steps.push({ step, comment });
  }

  /** Writes a step that shows one view for its whole length. */
  #work(view: Generating | undefined, ends: Window, next: Segment | undefined): void {
    const until = roundTime(ends);
    const length = formatDuration(until - this.#at);
    this.#at = until;
    const isChangeOfStatus = next !== undefined && next.view?.status !== 'generating';
    const comments = [
      view === undefined && 'No poll shows this step.',
      isChangeOfStatus && `Ends between ${pollTimes(ends)}.`,
    ].filter((comment) => typeof comment === 'string');
    const work = { for: length, ...(view && this.#figures(view)), ...this.#view(view) };
    this.#push({ work }, comments.join(' ') || undefined);
    if (!next) this.#push({ stay: null }, 'The recording ends here.');
  }

  /** The fields of a view that differ from the values that the steps so far show. */
  #figures({ tokens, progress }: Generating): Omit<Work, 'for'> {
    const before = { tokens: this.#tokens, done: this.#done, total: this.#total, text: this.#text };
    this.#tokens = tokens;
    this.#done = progress?.done;
    const running = tokens !== before.tokens && { tokens: constant(tokens, before.tokens) };
    if (!progress) return { ...running, ...(before.done !== undefined && { progress: false }) };
    const { done, total, text } = progress;
    this.#total = total;
    this.#text = text;
    return {
      ...running,
      ...(done !== before.done && { slides: constant(done, before.done ?? 0) }),
      ...(total !== before.total && { of: total }),
      ...(text !== before.text && { current_step: this.#names.text('Step', text) }),
    };
  }

  /** The fields that a step shows besides those that it computes. */
  #view(view: StatusView | undefined): { view?: Fields } {
    return view?.extra ? { view: this.#copy(view.extra) } : {};
  }

  #copy(value: object): Fields {
    return anonymised(value, this.#ids, this.#names) as Fields;
  }

  #ask(view: Question, answered: number | undefined, ends: Window, next: Segment | undefined): void {
    const { message: recorded } = view;
    const shown = this.#view(view);
    const message = recorded === UNSEEN_QUESTION ? recorded : this.#names.text('Question', recorded);
    if (answered !== undefined) {
      this.#push({ ask: { message, ...shown } }, `Answered after ${formatDuration(answered - this.#at)}.`);
      this.#at = answered;
      if (!next) this.#push({ stay: null }, 'The recording ends with the reply.');
      return;
    }
    if (!next) {
      this.#push({ ask: { message, ...shown } }, 'The recording has no reply.');
      this.#push({ stay: null }, AFTER_A_REPLY);
      return;
    }
    const until = roundTime(ends);
    const wait = formatDuration(until - this.#at);
    this.#at = until;
    // A failure with more fields needs a step of its own.
    if (next.view?.status !== 'failed' || next.view.extra) {
      const comment = `Continues without a reply between ${pollTimes(ends)}.`;
      this.#push({ ask: { message, wait, otherwise: 'continue', ...shown } }, comment);
      return;
    }
    const error = this.#names.text('Error', next.view.error);
    const comment = `Fails without a reply between ${pollTimes(ends)}.`;
    this.#push({ ask: { message, wait, otherwise: 'fail', error, ...shown } }, comment);
    this.over = until;
  }

  #end(view: Completed | Failed): void {
    if (this.over !== undefined) {
      // The question before this end already fails without a reply.
      this.#push({ stay: null }, AFTER_A_REPLY);
      return;
    }
    this.over = this.#at;
    if (view.status === 'failed')
      this.#push({ fail: { error: this.#names.text('Error', view.error), ...this.#view(view) } });
    else this.#push({ complete: this.#complete(view) });
  }

  #complete(view: Completed): Complete {
    const { title, count, sections, tokens, isPublic, presentation } = view;
    const names = this.#names;
    const texts = sections?.map((section) => ({
      title: names.text('Section', section.title),
      layout: section.layout,
      ...(section.bullets.length > 0 && {
        bullets: section.bullets.map((bullet) => names.text('Point', bullet)),
      }),
    }));
    return {
      ...(title !== undefined && { title: names.text('Title', title) }),
      ...(texts ? { sections: texts } : count <= MOST_SECTIONS && { sections: count }),
      ...(tokens !== this.#tokens && { tokens }),
      ...(isPublic && { is_public: true }),
      ...(Object.keys(presentation).length > 0 && { presentation: this.#copy(presentation) }),
      ...this.#view(view),
    };
  }
}

/** A figure that does not change during a step: a single number would grow from its earlier value. */
function constant(value: number, before: number): string | number {
  return value === before ? value : `${value}..${value}`;
}

/** The polls on both sides of a window: it begins one millisecond after the first of them. */
function pollTimes({ from, to }: Window): string {
  return `${formatDuration(Math.max(0, from - 1))} and ${formatDuration(to)} after the start`;
}
