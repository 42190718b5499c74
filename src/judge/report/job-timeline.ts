/** The timeline of a journal: each job with its requests, then the requests without a job. */
import type { Writable } from '../../journal/exchange.js';
import type { Call } from '../model/call.js';
import type { JobHistory } from '../model/job-history.js';
import type { Trace } from '../model/trace.js';
import type { JobTimeline, ReportTimeline, RequestEvent, RequestEventList } from './report.js';
import { buildJobEvent, buildOtherEvent } from './request-event.js';
import { truncateText } from './truncate.js';

/** The number of jobs in a timeline, and the number of further jobs with a problem or with a finding. */
const MAX_JOBS = 100;

/** The number of events that a list keeps from its start, and again from its end. */
const MAX_EVENTS = 30;

const EQUAL_FIELDS = ['request', 'result', 'hasProblem', 'retryAfter', 'jobStatus', 'text'] as const;

/**
 * @param traces one for each service
 * @param isCited whether a finding cites the exchange
 * @param epoch the start of the report, in ms since 1970
 */
export function buildTimeline(
  traces: readonly Trace[],
  isCited: (sequence: number) => boolean,
  epoch: number,
): ReportTimeline {
  const all = traces.flatMap(({ jobs }) => jobs.map((job) => buildJobTimeline(job, isCited, epoch)));
  const first = all.slice(0, MAX_JOBS);
  const notable = all.slice(MAX_JOBS).filter(({ isNotable }) => isNotable);
  const listed = [...first, ...notable.slice(0, MAX_JOBS)].map(({ job }) => job);
  const others = traces.flatMap(buildOtherEvents).sort((one, two) => one.exchange - two.exchange);
  return {
    jobs: listed.sort((one, two) => one.offsetMs - two.offsetMs),
    ...(listed.length < all.length && { omittedJobs: all.length - listed.length }),
    otherRequests: buildEventList(others, epoch),
  };
}

/** The number of equal requests in an event. */
export const getRequestCount = ({ repeated }: RequestEvent): number => repeated?.count ?? 1;

function buildJobTimeline(
  { id, start, polls, messages }: JobHistory,
  isCited: (sequence: number) => boolean,
  epoch: number,
): { readonly job: JobTimeline; readonly isNotable: boolean } {
  const calls = [...(start ? [start] : []), ...polls, ...messages].sort(
    (one, two) => one.exchange.sequence - two.exchange.sequence,
  );
  const list = buildEventList(calls.map(buildJobEvent), epoch);
  return {
    job: { id: truncateText(id), offsetMs: list.events[0]?.offsetMs ?? 0, ...list },
    isNotable:
      list.events.some(({ hasProblem }) => hasProblem) ||
      calls.some(({ exchange }) => isCited(exchange.sequence)),
  };
}

function buildOtherEvents({ jobs, calls, exchanges }: Trace): readonly RequestEvent[] {
  const jobExchanges = new Set(
    jobs.flatMap(({ start, polls, messages }) =>
      [start, ...polls, ...messages].map((call) => call?.exchange.sequence),
    ),
  );
  const callsBySequence = new Map<number, Call>(calls.map((call) => [call.exchange.sequence, call]));
  return exchanges
    .filter(({ sequence }) => !jobExchanges.has(sequence))
    .map((exchange) => buildOtherEvent(exchange, callsBySequence.get(exchange.sequence)));
}

/** Merges equal events in a row, and omits the middle of a long list. */
function buildEventList(events: readonly RequestEvent[], epoch: number): RequestEventList {
  const merged: Writable<RequestEvent>[] = [];
  for (const event of events) {
    const latest = merged.at(-1);
    if (latest && isRepetition(latest, event)) addRepetition(latest, event);
    else merged.push({ ...event });
  }
  const all = merged.map(({ repeated, ...event }) => ({
    ...event,
    offsetMs: event.offsetMs - epoch,
    ...(repeated && { repeated: { ...repeated, lastOffsetMs: repeated.lastOffsetMs - epoch } }),
  }));
  if (all.length <= 2 * MAX_EVENTS) return { events: all };
  const omitted = all.slice(MAX_EVENTS, -MAX_EVENTS);
  return {
    events: [...all.slice(0, MAX_EVENTS), ...all.slice(-MAX_EVENTS)],
    omitted: {
      after: MAX_EVENTS,
      requests: omitted.reduce((sum, event) => sum + getRequestCount(event), 0),
    },
  };
}

/** Starts, replies, and polls with decreasing numbers are never merged: each of them matters. */
function isRepetition(latest: RequestEvent, event: RequestEvent): boolean {
  const { kind } = event;
  if (kind !== latest.kind || kind === 'reply' || kind === 'start') return false;
  const [before, after] = [latest.progress, event.progress];
  return (
    EQUAL_FIELDS.every((name) => latest[name] === event[name]) &&
    before?.total === after?.total &&
    (before?.completed ?? 0) <= (after?.completed ?? 0) &&
    (latest.tokens ?? 0) <= (event.tokens ?? 0)
  );
}

function addRepetition(
  latest: Writable<RequestEvent>,
  { offsetMs, durationMs, progress, tokens }: RequestEvent,
): void {
  const { repeated } = latest;
  const interval = offsetMs - (repeated?.lastOffsetMs ?? latest.offsetMs);
  latest.repeated = {
    count: getRequestCount(latest) + 1,
    lastOffsetMs: offsetMs,
    minIntervalMs: Math.min(repeated?.minIntervalMs ?? interval, interval),
    maxIntervalMs: Math.max(repeated?.maxIntervalMs ?? interval, interval),
  };
  latest.durationMs = Math.max(latest.durationMs, durationMs);
  if (tokens !== undefined) latest.tokens = tokens;
  if (!progress) return;
  const from = latest.progress?.from ?? latest.progress?.completed;
  latest.progress = {
    ...progress,
    ...(from !== undefined && from !== progress.completed && { from }),
  };
}
