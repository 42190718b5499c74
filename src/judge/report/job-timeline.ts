/** The timeline of a journal: each job with its requests, then the requests without a job. */
import { getField, isObject } from '../../base/json.js';
import { getPath } from '../../base/url-path.js';
import { basePath, type OperationId } from '../../generated/routes.js';
import { getHeader, type Exchange, type Writable } from '../../journal/exchange.js';
import type { Call } from '../model/call.js';
import { getJson } from '../model/body.js';
import { formatResult, formatStatus } from '../model/format-result.js';
import type { JobHistory, Trace } from '../model/trace.js';
import { truncateText } from './truncate.js';
import type { RequestEventList, RequestEvent, ReportTimeline } from './report.js';

/** The number of jobs in a timeline, and the number of further jobs with trouble or with a finding. */
const MAX_JOBS = 100;

/** The number of events that a list keeps from its start, and again from its end. */
const MAX_EVENTS = 30;

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
  { id, start, polls, messages }: JobHistory,
  isCited: (sequence: number) => boolean,
  epoch: number,
): { readonly job: ReportTimeline['jobs'][number]; readonly isNotable: boolean } {
  const calls = [...(start ? [start] : []), ...polls, ...messages].sort(
    (one, two) => one.exchange.sequence - two.exchange.sequence,
  );
  const list = eventList(calls.map(jobEvent), epoch);
  return {
    job: { id: truncateText(id), at: list.events[0]?.at ?? 0, ...list },
    isNotable:
      list.events.some(({ isTrouble: hasProblem }) => hasProblem) ||
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
function eventList(events: readonly RequestEvent[], epoch: number): RequestEventList {
  const folded: Writable<RequestEvent>[] = [];
  for (const event of events) {
    const latest = folded.at(-1);
    if (latest && isRepeated(latest, event)) addRepetition(latest, event);
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
    left: { after: MAX_EVENTS, requests: left.reduce((sum, event) => sum + getCount(event), 0) },
  };
}

export const getCount = ({ repeated }: RequestEvent): number => repeated?.times ?? 1;

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

function addRepetition(latest: Writable<RequestEvent>, { at, took, progress, tokens }: RequestEvent): void {
  const { repeated } = latest;
  const interval = at - (repeated?.until ?? latest.at);
  latest.repeated = {
    times: getCount(latest) + 1,
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
export const SLOW_MS = 5_000;

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
  const path = getPath(exchange.request.url);
  const at = path.indexOf(`${basePath}/`);
  const shown = call && at >= 0 ? path.slice(at + basePath.length) : path;
  const request = truncateText(`${exchange.request.method} ${shown}`, MAX_TEXT);
  return { kind: 'other', request, ...commonFields(exchange, call) };
}

function commonFields(
  exchange: Exchange,
  call: Call | undefined,
): Pick<RequestEvent, 'exchange' | 'source' | 'at' | 'took' | 'result' | 'isTrouble' | 'retryAfter'> {
  const { sequence, startedAt, endedAt, response, metadata } = exchange;
  const took = endedAt - startedAt;
  const retryAfter = response && getHeader(response.headers, 'retry-after');
  const hasProblem = took >= SLOW_MS || isRefused(exchange) || (call !== undefined && isUnusable(call));
  return {
    exchange: sequence,
    ...(metadata?.source !== undefined && { source: truncateText(metadata.source, MAX_TEXT) }),
    at: startedAt,
    took,
    result: call ? formatResult(call) : formatStatus({ exchange }),
    ...(hasProblem && { isTrouble: hasProblem }),
    ...(retryAfter !== undefined && { retryAfter: truncateText(retryAfter, 40) }),
  };
}

const isRefused = ({ response, failure }: Exchange): boolean =>
  failure !== undefined || response === undefined || response.status >= 400;

/** Whether a success has no view, although the interface documents its body. */
function isUnusable({ operation, isSuccess, responseBody }: Call): boolean {
  if (!isSuccess) return false;
  if (responseBody.kind === 'not-json') return true;
  return (
    responseBody.kind === 'empty' && (operation === 'startGeneration' || operation === 'getGenerationStatus')
  );
}

/** What a status view tells. The response to a start is a short view. */
function viewFields({ responseBody }: Call): Partial<RequestEvent> {
  const view = getJson(responseBody);
  if (!isObject(view)) return {};
  const state = getField(view, 'status');
  const text = getField(view, state === 'failed' ? 'error' : 'message');
  const tokens = getField(view, 'tokens_used');
  const progress = getField(view, 'progress');
  const [completed, total] = [getField(progress, 'slides_completed'), getField(progress, 'slides_total')];
  return {
    ...(typeof state === 'string' && { state: truncateText(state, 40) }),
    ...(typeof text === 'string' && { text: truncateText(text, MAX_TEXT) }),
    ...(typeof completed === 'number' && typeof total === 'number' && { progress: { completed, total } }),
    ...(typeof tokens === 'number' && { tokens }),
  };
}

/** The only string of the body, or the whole body: the interface documents no shape. */
function replyFields({ requestBody, exchange }: Call): Partial<RequestEvent> {
  const body = getJson(requestBody);
  const strings = isObject(body) ? Object.values(body).filter((value) => typeof value === 'string') : [];
  const [only, ...more] = strings;
  const text = only !== undefined && more.length === 0 ? only : exchange.request.body?.text;
  return text === undefined || text === '' ? {} : { text: truncateText(text, MAX_TEXT) };
}
