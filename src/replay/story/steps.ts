/** Writes the phases of a recorded job as the steps of a scenario, with comments on what the recording does not show. */
import type { Step } from '../../generated/control-api.js';
import { isTerminal } from '../../trace/job.js';
import { formatDuration } from '../../scenario/duration.js';
import { deckOf } from './deck.js';
import type { LeftOut } from './left-out.js';
import type { Phase } from './phases.js';
import { roundTime, type Window } from './round-time.js';
import type { Texts } from './texts.js';
import type { StoryView } from './view.js';

export interface WrittenStep {
  readonly step: Step;
  readonly comment?: string | undefined;
}

export interface WrittenSteps {
  readonly steps: readonly WrittenStep[];
  /** When the job ends, in milliseconds since its start; undefined when the recording ends before. */
  readonly over: number | undefined;
}

type Work = NonNullable<Step['work']>;
type Generating = Extract<StoryView, { status: 'generating' }>;
type Question = Extract<StoryView, { status: 'awaiting_input' }>;
type Completed = Extract<StoryView, { status: 'completed' }>;

/** How long a step lasts after its last poll, if no phase follows. */
const BEYOND = 1000;

/** `maxItems` of `steps` in the Scenario schema (openapi/control.v1.yaml). A phase has at most two steps. */
const MOST_STEPS = 500;
const MOST_PHASES = 240;

export function writeSteps(phases: readonly Phase[], texts: Texts, leftOut: LeftOut): WrittenSteps {
  const end = phases.findLast(({ view }) => isTerminal(view.status));
  const kept = phases.slice(0, MOST_PHASES);
  if (kept.length < phases.length) {
    leftOut.add(`${phases.length - kept.length} phases: a scenario has at most ${MOST_STEPS} steps`);
    if (end) kept.push(end);
  }
  const writer = new StepWriter(texts, leftOut);
  for (const [index, phase] of kept.entries()) writer.write(phase, kept[index + 1]);
  if (phases.length === 0)
    return {
      steps: [{ step: { stay: null }, comment: 'The recording has no status view of the job.' }],
      over: undefined,
    };
  return writer;
}

class StepWriter implements WrittenSteps {
  readonly steps: WrittenStep[] = [];
  over: number | undefined;
  readonly #texts: Texts;
  readonly #leftOut: LeftOut;
  /** Milliseconds from the start of the job to the end of the last step. */
  #at = 0;
  // The figures at the end of the last step.
  #tokens = 0;
  #done: number | undefined;
  #total: number | undefined;

  constructor(texts: Texts, leftOut: LeftOut) {
    this.#texts = texts;
    this.#leftOut = leftOut;
  }

  write(phase: Phase, next: Phase | undefined): void {
    const { view, first } = phase;
    // A job generates first, and generates again after a reply (3).
    const before = this.steps.at(-1)?.step;
    const generates = before === undefined || (before.ask && before.ask.wait === undefined);
    if (view.status !== 'generating' && generates && first > this.#at)
      this.#push(this.#until(roundTime(windowOf(phase, this.#at + 1))), 'No poll shows this step.');
    switch (view.status) {
      case 'generating':
        this.#work(view, phase, next);
        return;
      case 'awaiting_input':
        this.#ask(view, phase, next);
        return;
      case 'completed':
        this.over = this.#at;
        this.#push({ complete: this.#complete(view) });
        return;
      case 'failed':
        this.#fail(view.error);
    }
  }

  #push(step: Step, comment?: string): void {
    this.steps.push({ step, comment });
  }

  #until(end: number): { work: Work } {
    const length = formatDuration(end - this.#at);
    this.#at = end;
    return { work: { for: length } };
  }

  #work(view: Generating, { last, isPattern }: Phase, next: Phase | undefined): void {
    const end = next?.first ?? last + BEYOND;
    const { work } = this.#until(next ? roundTime(windowOf(next, last + 1)) : end);
    const text = isPattern ? view.progress?.pattern : view.progress?.text;
    const step = { work: { ...work, ...this.#figures(view) } };
    if (text) step.work.current_step = this.#texts.step(text);
    const between = `${formatDuration(last)} and ${formatDuration(end)}`;
    this.#push(step, next && `Ends between ${between} after the start.`);
    if (!next) this.#push({ stay: null }, 'The recording ends here.');
  }

  #figures({ tokens = this.#tokens, progress }: Generating): Omit<Work, 'for'> {
    if (tokens < this.#tokens) this.#leftOut.add('A total of tokens that falls');
    const [from, to] = [this.#tokens, Math.max(this.#tokens, tokens)];
    this.#tokens = to;
    const growth = to > from ? { tokens: `${from}..${to}` } : {};
    const { done: before, total } = { done: this.#done, total: this.#total };
    this.#done = progress?.done;
    if (!progress) return { ...growth, ...(before !== undefined && { progress: false }) };
    this.#total = progress.total;
    const start = Math.min(before ?? 0, progress.done);
    return {
      ...growth,
      ...(progress.done !== before && {
        slides: start === progress.done ? start : `${start}..${progress.done}`,
      }),
      ...(progress.total !== total && { of: progress.total }),
    };
  }

  #ask(view: Question, { replied, last }: Phase, next: Phase | undefined): void {
    const message = this.#texts.of('Question', view.message);
    if (replied !== undefined) {
      const comment = `The reply came after ${formatDuration(Math.max(0, replied - this.#at))}.`;
      this.#push({ ask: { message } }, comment);
      this.#at = Math.max(this.#at, replied);
      if (!next) this.#push({ stay: null }, 'The recording ends with the reply.');
      return;
    }
    if (!next) {
      this.#push({ ask: { message } }, 'The recording has no reply.');
      this.#push({ stay: null }, 'The recording does not show what follows a reply.');
      return;
    }
    const { work } = this.#until(roundTime(windowOf(next, last + 1)));
    const otherwise =
      next.view.status === 'failed'
        ? { error: this.#texts.of('Error', next.view.error) }
        : { otherwise: 'continue' as const };
    this.#push({ ask: { message, wait: work.for, ...otherwise } }, 'Nobody replied.');
  }

  #fail(error: string): void {
    this.over = this.#at;
    // The question before this end already fails without a reply.
    if (this.steps.at(-1)?.step.ask?.error !== undefined)
      this.#push({ stay: null }, 'The recording does not show what follows a reply.');
    else this.#push({ fail: { error: this.#texts.of('Error', error) } });
  }

  #complete({ deck, tokens = 0 }: Completed): NonNullable<Step['complete']> {
    const falls = tokens > 0 && tokens < this.#tokens;
    if (falls) this.#leftOut.add('A total of tokens that falls');
    return {
      ...deckOf(deck, this.#texts, this.#leftOut),
      ...(tokens !== this.#tokens && !falls && { tokens }),
    };
  }
}

/** When a phase begins. @param from the first instant after the phase before it */
function windowOf({ view, first, after = 0 }: Phase, from: number): Window {
  return { from: view.status === 'awaiting_input' ? Math.max(from, after + 1) : from, to: first };
}
