/** The timeline of a journal: each job with its requests, then the requests without a job. */
import { fieldOf, isObject } from '../../base/json.js';
import { pathOf } from '../../base/url-path.js';
import { basePath, type OperationId } from '../../generated/routes.js';
import { headerOf, type Exchange, type Writable } from '../../journal/exchange.js';
import type { Call } from '../model/call.js';
import { jsonOf } from '../model/payload.js';
import { resultText, statusText } from '../model/status-text.js';
import type { Job, Trace } from '../model/trace.js';
import { boundedText } from './bounded.js';
import type { EventList, RequestEvent, Timeline } from './model.js';

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

/** Replies, and polls with falling figures, are never folded: each of them matters. */
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

// One request with its result.

/** Ms. A response that takes longer is slow: clients poll every few seconds. */
export const SLOW = 5_000;

const MAX_TEXT = 200;

const kinds: Partial<Record<OperationId, RequestEvent['kind']>> = {
  startGeneration: 'start',
  getGenerationStatus: 'poll',
  sendGenerationMessage: 'reply',
};

/** An event of a job. */
function jobEvent(call: Call): RequestEvent {
  const kind = kinds[call.operation] ?? 'other';
  return {
    kind,
    ...commonFields(call.exchange, call),
    ...(kind === 'reply' ? replyFields(call) : viewFields(call)),
  };
}

/** An event without a job. @param call `undefined` if the request matches no documented operation */
function otherEvent(exchange: Exchange, call: Call | undefined): RequestEvent {
  const path = pathOf(exchange.request.url);
  const at = path.indexOf(`${basePath}/`);
  const shown = call && at >= 0 ? path.slice(at + basePath.length) : path;
  const request = boundedText(`${exchange.request.method} ${shown}`, MAX_TEXT);
  return { kind: 'other', request, ...commonFields(exchange, call) };
}

function commonFields(
  exchange: Exchange,
  call: Call | undefined,
): Pick<RequestEvent, 'exchange' | 'source' | 'at' | 'took' | 'result' | 'isTrouble' | 'retryAfter'> {
  const { sequence, startedAt, endedAt, response, notes } = exchange;
  const took = endedAt - startedAt;
  const retryAfter = response && headerOf(response.headers, 'retry-after');
  const isTrouble = took >= SLOW || isRefused(exchange) || (call !== undefined && isUnusable(call));
  return {
    exchange: sequence,
    ...(notes?.source !== undefined && { source: boundedText(notes.source, MAX_TEXT) }),
    at: startedAt,
    took,
    result: call ? resultText(call) : statusText({ exchange }),
    ...(isTrouble && { isTrouble }),
    ...(retryAfter !== undefined && { retryAfter: boundedText(retryAfter, 40) }),
  };
}

const isRefused = ({ response, failure }: Exchange): boolean =>
  failure !== undefined || response === undefined || response.status >= 400;

/** Whether a success has no view, although the interface documents its body. */
function isUnusable({ operation, ok, received }: Call): boolean {
  if (!ok) return false;
  if (received.kind === 'not-json') return true;
  return (
    received.kind === 'empty' && (operation === 'startGeneration' || operation === 'getGenerationStatus')
  );
}

/** What a status view tells. The response to a start is a short view. */
function viewFields({ received }: Call): Partial<RequestEvent> {
  const view = jsonOf(received);
  if (!isObject(view)) return {};
  const state = fieldOf(view, 'status');
  const text = fieldOf(view, state === 'failed' ? 'error' : 'message');
  const tokens = fieldOf(view, 'tokens_used');
  const progress = fieldOf(view, 'progress');
  const [completed, total] = [fieldOf(progress, 'slides_completed'), fieldOf(progress, 'slides_total')];
  return {
    ...(typeof state === 'string' && { state: boundedText(state, 40) }),
    ...(typeof text === 'string' && { text: boundedText(text, MAX_TEXT) }),
    ...(typeof completed === 'number' && typeof total === 'number' && { progress: { completed, total } }),
    ...(typeof tokens === 'number' && { tokens }),
  };
}

/** The only string of the body, or the whole body: the interface documents no shape. */
function replyFields({ sent, exchange }: Call): Partial<RequestEvent> {
  const body = jsonOf(sent);
  const strings = isObject(body) ? Object.values(body).filter((value) => typeof value === 'string') : [];
  const [only, ...more] = strings;
  const text = only !== undefined && more.length === 0 ? only : exchange.request.body?.text;
  return text === undefined || text === '' ? {} : { text: boundedText(text, MAX_TEXT) };
}
