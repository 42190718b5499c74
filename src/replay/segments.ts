/**
 * The recorded timeline of a job as segments: within a segment, every poll shows the same view. The times of the polls are
 * known. A change lies between two polls, so the start of a segment is a time window.
 */
import type { StatusView } from './status-view.js';

/** What one call shows of a job. `after` counts milliseconds since the start of the job, `call` is the index of the call. */
export type Observation =
  | { readonly kind: 'poll'; readonly after: number; readonly view: StatusView; readonly call: number }
  /** A message that the service accepted. `view` is the view in the response, if it has one. */
  | {
      readonly kind: 'reply';
      readonly after: number;
      readonly view: StatusView | undefined;
      readonly call: number;
    };

/** Whole milliseconds since the start of the job, both ends included. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export interface Segment {
  readonly begins: Window;
  /** The view of every poll; undefined when the job works and no poll shows it. */
  readonly view: StatusView | undefined;
  /** When the last recorded request confirms it. */
  readonly last: number;
  /** When a reply ends it; only for a question. */
  readonly answered: number | undefined;
}

export interface JobHistory {
  readonly segments: readonly Segment[];
  /** The calls with a view that fits into no segment: it follows the end, or changes within a millisecond. */
  readonly misfits: ReadonlySet<number>;
  /** The calls with a message that the service accepted after the end of the job. */
  readonly late: ReadonlySet<number>;
}

type OpenSegment = { -readonly [Key in keyof Segment]: Segment[Key] };

/** The message of a question that no poll shows. */
export const UNSEEN_QUESTION = 'A question that no poll shows';

export function historyOf(observations: readonly Observation[]): JobHistory {
  const history = new GrowingHistory();
  for (const observation of observations) history.add(observation);
  return history;
}

class GrowingHistory implements JobHistory {
  readonly segments: OpenSegment[] = [];
  readonly misfits = new Set<number>();
  readonly late = new Set<number>();
  /** When the next segment starts, if this is certain: at the start of the job, and at a reply. */
  #nextBegins: number | undefined = 0;
  /** The last view of the working job; at the start, the interface promises no figures (4.4). */
  #shown: StatusView = { status: 'generating', progress: undefined, tokens: 0 };

  add(observation: Observation): void {
    const { after, view, call } = observation;
    if (observation.kind === 'reply') this.#addReply(after, view, call);
    else if (!this.#addView(after, observation.view)) this.misfits.add(call);
  }

  #addReply(after: number, view: StatusView | undefined, call: number): void {
    const open = this.#nextBegins === undefined ? this.segments.at(-1) : undefined;
    if (isEnd(open?.view)) {
      this.late.add(call);
      return;
    }
    if (open?.view?.status === 'awaiting_input') this.#endQuestion(open, after);
    else if (view && view.status !== 'generating') {
      // The reply changed the status at once, so it answered a question that no poll shows.
      const message = view.status === 'awaiting_input' ? view.message : UNSEEN_QUESTION;
      if (!this.#addView(after, { status: 'awaiting_input', message })) return;
      this.#endQuestion(this.segments.at(-1) as OpenSegment, after);
    } else if (open && !view) open.last = after;
    else if (!view && this.#nextBegins !== undefined) this.#begin(after, undefined);
    if (view) this.#addView(after, view);
  }

  #endQuestion(question: OpenSegment, after: number): void {
    question.answered = after;
    this.#nextBegins = after;
  }

  /** Returns false for a view that fits into no segment. */
  #addView(after: number, view: StatusView): boolean {
    const open = this.segments.at(-1);
    const known = this.#nextBegins;
    if (open && known === undefined) {
      if (isSame(view, open.view ?? this.#shown)) {
        open.view = view;
        open.last = after;
        return true;
      }
      if (isEnd(open.view) || open.last === after) return false;
    } else if (known !== undefined && after > known && !isSame(view, this.#shown)) {
      // The change lies between the known instant and this poll. Until then, the job shows the earlier view.
      this.#begin(known, undefined);
    }
    this.#begin(after, view);
    if (view.status === 'generating') this.#shown = view;
    return true;
  }

  #begin(last: number, view: StatusView | undefined): void {
    const known = this.#nextBegins;
    const from = known ?? (this.segments.at(-1)?.last ?? -1) + 1;
    this.segments.push({ begins: { from, to: known ?? last }, view, last, answered: undefined });
    this.#nextBegins = undefined;
  }
}

function isSame(one: StatusView, two: StatusView): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

function isEnd(view: StatusView | undefined): boolean {
  return view?.status === 'completed' || view?.status === 'failed';
}
