/** Collects events in order of time. Equal events in a row become one, and a long list keeps its first and last events only. */
import type { Writable } from '../../journal/exchange.js';
import type { EventList, RequestEvent } from './timeline-model.js';

/** The number of events that a list keeps from its start, and again from its end. */
const MAX_EVENTS = 30;

export class EventFolder {
  readonly #first: Writable<RequestEvent>[] = [];
  #last: Writable<RequestEvent>[] = [];
  #left = 0;

  /** The start of the first event; `undefined` without events. */
  get startedAt(): number | undefined {
    return this.#first[0]?.at;
  }

  get hasTrouble(): boolean {
    return [...this.#first, ...this.#last].some(({ isTrouble }) => isTrouble === true);
  }

  add(event: RequestEvent): void {
    const latest = this.#last.at(-1) ?? this.#first.at(-1);
    if (latest && isRepeated(latest, event)) repeat(latest, event);
    else if (this.#first.length < MAX_EVENTS) this.#first.push({ ...event });
    else {
      this.#last.push({ ...event });
      const dropped = this.#last.length > MAX_EVENTS ? this.#last.shift() : undefined;
      this.#left += dropped ? timesOf(dropped) : 0;
    }
  }

  /** @param epoch the start of the report; times of the events count from it */
  list(epoch: number): EventList {
    const events = [...this.#first, ...this.#last].map((event) => ({
      ...event,
      at: event.at - epoch,
      ...(event.repeated && { repeated: { ...event.repeated, until: event.repeated.until - epoch } }),
    }));
    return this.#left === 0
      ? { events }
      : { events, left: { after: this.#first.length, requests: this.#left } };
  }
}

export const timesOf = ({ repeated }: RequestEvent): number => repeated?.times ?? 1;

/** Replies are never folded: each one is news. Neither are polls whose figures fall. */
function isRepeated(latest: RequestEvent, { kind, ...event }: RequestEvent): boolean {
  if (kind !== latest.kind || kind === 'reply' || kind === 'start') return false;
  const [before, after] = [latest.progress, event.progress];
  return (
    SAME.every((name) => latest[name] === event[name]) &&
    before?.total === after?.total &&
    (before?.completed ?? 0) <= (after?.completed ?? 0) &&
    (latest.tokens ?? 0) <= (event.tokens ?? 0)
  );
}

const SAME = ['request', 'result', 'isTrouble', 'retryAfter', 'state', 'text'] as const;

function repeat(latest: Writable<RequestEvent>, { at, took, progress, tokens }: RequestEvent): void {
  const { repeated } = latest;
  const interval = at - (repeated?.until ?? latest.at);
  latest.repeated = {
    times: timesOf(latest) + 1,
    until: at,
    shortest: Math.min(repeated?.shortest ?? interval, interval),
    longest: Math.max(repeated?.longest ?? interval, interval),
  };
  latest.took = Math.max(latest.took, took);
  if (tokens !== undefined) latest.tokens = tokens;
  if (!progress) return;
  const from = latest.progress?.from ?? latest.progress?.completed;
  latest.progress = {
    ...progress,
    ...(from !== undefined && from !== progress.completed && { from }),
  };
}
