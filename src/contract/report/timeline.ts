/** The timeline of a journal: each job with its requests, then the requests without a job. */
import type { Writable } from '../../journal/exchange.js';
import type { Call } from '../model/call.js';
import type { Job, Trace } from '../model/trace.js';
import { boundedText } from './bounded.js';
import type { EventList, RequestEvent, Timeline } from './model.js';
import { jobEvent, otherEvent } from './request-event.js';

/** The number of jobs in a timeline, and the number of further jobs with trouble or with a finding. */
const MAX_JOBS = 100;

/** The number of events that a list keeps from its start, and again from its end. */
const MAX_EVENTS = 30;

/**
 * @param traces one for each service
 * @param isCited whether a finding cites the exchange
 * @param epoch the start of the report, in ms since 1970
 */
export function timelineOf(
  traces: readonly Trace[],
  isCited: (sequence: number) => boolean,
  epoch: number,
): Timeline {
  const all = traces.flatMap(({ jobs }) => jobs.map((job) => jobTimeline(job, isCited, epoch)));
  const first = all.slice(0, MAX_JOBS);
  const notable = all.slice(MAX_JOBS).filter(({ isNotable }) => isNotable);
  const shown = [...first, ...notable.slice(0, MAX_JOBS)].map(({ job }) => job);
  const others = traces.flatMap(otherEvents).sort((one, two) => one.exchange - two.exchange);
  return {
    jobs: shown.sort((one, two) => one.at - two.at),
    ...(shown.length < all.length && { moreJobs: all.length - shown.length }),
    others: eventList(others, epoch),
  };
}

function jobTimeline(
  { id, start, polls, messages }: Job,
  isCited: (sequence: number) => boolean,
  epoch: number,
): { readonly job: Timeline['jobs'][number]; readonly isNotable: boolean } {
  const calls = [...(start ? [start] : []), ...polls, ...messages].sort(
    (one, two) => one.exchange.sequence - two.exchange.sequence,
  );
  const list = eventList(calls.map(jobEvent), epoch);
  return {
    job: { id: boundedText(id), at: list.events[0]?.at ?? 0, ...list },
    isNotable:
      list.events.some(({ isTrouble }) => isTrouble) ||
      calls.some(({ exchange }) => isCited(exchange.sequence)),
  };
}

function otherEvents({ jobs, calls, exchanges }: Trace): readonly RequestEvent[] {
  const ofJobs = new Set(
    jobs.flatMap(({ start, polls, messages }) =>
      [start, ...polls, ...messages].map((call) => call?.exchange.sequence),
    ),
  );
  const callOf = new Map<number, Call>(calls.map((call) => [call.exchange.sequence, call]));
  return exchanges
    .filter(({ sequence }) => !ofJobs.has(sequence))
    .map((exchange) => otherEvent(exchange, callOf.get(exchange.sequence)));
}

/** Equal events in a row become one, and a long list keeps its first and last events only. */
function eventList(events: readonly RequestEvent[], epoch: number): EventList {
  const folded: Writable<RequestEvent>[] = [];
  for (const event of events) {
    const latest = folded.at(-1);
    if (latest && isRepeated(latest, event)) repeat(latest, event);
    else folded.push({ ...event });
  }
  const all = folded.map((event) => ({
    ...event,
    at: event.at - epoch,
    ...(event.repeated && { repeated: { ...event.repeated, until: event.repeated.until - epoch } }),
  }));
  if (all.length <= 2 * MAX_EVENTS) return { events: all };
  const left = all.slice(MAX_EVENTS, -MAX_EVENTS);
  return {
    events: [...all.slice(0, MAX_EVENTS), ...all.slice(-MAX_EVENTS)],
    left: { after: MAX_EVENTS, requests: left.reduce((sum, event) => sum + timesOf(event), 0) },
  };
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
