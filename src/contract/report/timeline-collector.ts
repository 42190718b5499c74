/** Collects the timeline of a journal over its segments. Keeps events only, no exchanges. */
import { basePath } from '../../generated/routes.js';
import type { Call } from '../../trace/call.js';
import type { Job, Trace } from '../../trace/model.js';
import { boundedText } from './bounded.js';
import { jobEvent, otherEvent } from './request-event.js';
import type { Timeline, EventList, RequestEvent } from './model.js';
import type { Writable } from '../../journal/exchange.js';

/** The number of jobs in a timeline, and the number of further jobs with trouble or with a finding. */
const MAX_JOBS = 100;

export class TimelineCollector {
  readonly #jobs = new Map<string, { readonly id: string; readonly folder: EventFolder }>();
  readonly #others = new EventFolder();
  #firstJobs = 0;
  #moreJobs = 0;

  /** Adds the trace of one service in a segment. @param isCited whether a finding cites the exchange */
  add(trace: Trace, isCited: (sequence: number) => boolean): void {
    const ofJobs = new Set<number>();
    for (const job of trace.jobs) {
      const calls = callsOf(job);
      for (const { exchange } of calls) ofJobs.add(exchange.sequence);
      this.#addJob(job.id, calls, isCited);
    }
    const callOf = new Map(trace.calls.map((call) => [call.exchange.sequence, call]));
    for (const exchange of trace.exchanges)
      if (!ofJobs.has(exchange.sequence))
        this.#others.add(otherEvent(exchange, callOf.get(exchange.sequence)));
  }

  /** @param epoch the start of the report, in ms since 1970 */
  timeline(epoch: number): Timeline {
    const jobs = [...this.#jobs.values()].map(({ id, folder }) => ({
      id: boundedText(id),
      at: (folder.startedAt ?? epoch) - epoch,
      ...folder.list(epoch),
    }));
    return {
      jobs: jobs.sort((one, two) => one.at - two.at),
      ...(this.#moreJobs > 0 && { moreJobs: this.#moreJobs }),
      others: this.#others.list(epoch),
    };
  }

  #addJob(id: string, calls: readonly Call[], isCited: (sequence: number) => boolean): void {
    const name = `${baseOf(calls[0])} ${id}`;
    const known = this.#jobs.get(name);
    const folder = known?.folder ?? new EventFolder();
    for (const call of calls) folder.add(jobEvent(call));
    if (known) return;
    const isNotable = folder.hasTrouble || calls.some(({ exchange }) => isCited(exchange.sequence));
    const isFirst = this.#firstJobs < MAX_JOBS;
    if (isFirst) this.#firstJobs++;
    if (isFirst || (isNotable && this.#jobs.size < 2 * MAX_JOBS)) this.#jobs.set(name, { id, folder });
    else this.#moreJobs++;
  }
}

/** The requests of a job, in order of time. */
function callsOf({ start, polls, messages }: Job): readonly Call[] {
  const calls = [...(start ? [start] : []), ...polls, ...messages];
  return calls.sort((one, two) => one.exchange.sequence - two.exchange.sequence);
}

/** Jobs of different services can have the same id. */
function baseOf(call: Call | undefined): string {
  const url = call?.exchange.request.url ?? '';
  return url.slice(0, Math.max(0, url.indexOf(`${basePath}/`)));
}

/** The number of events that a list keeps from its start, and again from its end. */
const MAX_EVENTS = 30;

/** Collects events in order of time. Equal events in a row become one, and a long list keeps its first and last events only. */
class EventFolder {
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
