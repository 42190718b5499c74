/**
 * Assigns the calls of a recording to jobs: the start and failed attempts before it, polls and messages, the presentation,
 * and other calls of the same client. Lists the jobs that cannot be replayed, with the reason.
 */
import type { OperationId } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import { fieldOf } from '../base/json.js';
import { deckIdOf } from './recorded-ids.js';
import { isSuccess } from './recorded-response.js';
import { callsOf, type Call } from './call.js';

export interface JobCall extends Call {
  /** The number of the call among the calls of its operation, from 1. */
  readonly ordinal: number;
  /** Milliseconds since the start of the job; negative before it. */
  readonly after: number;
}

export interface RecordedJob {
  /** The generation_id; undefined when every attempt to start a job failed. */
  readonly id: string | undefined;
  /** The start, or else the first recorded call about the job, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly isStartRecorded: boolean;
  /** In the order of their starts. */
  readonly calls: readonly JobCall[];
  /** Undefined when no response shows the presentation. */
  readonly presentationId: string | undefined;
  /** The ids of the presentations that a replay of it has. */
  readonly decks: ReadonlySet<string>;
}

export interface RecordedJobs {
  readonly jobs: readonly RecordedJob[];
  /** Jobs that cannot be replayed, each with the reason. */
  readonly others: readonly { readonly id: string | undefined; readonly why: string }[];
  /** The number of exchanges of other operations. */
  readonly unrelated: number;
}

/** A job while its calls are collected. */
interface Draft {
  readonly id: string | undefined;
  start: Call | undefined;
  readonly key: string | undefined;
  presentationId: string | undefined;
  readonly calls: Call[];
}

export function recordedJobs(exchanges: readonly Exchange[]): RecordedJobs {
  const calls = callsOf(exchanges);
  const drafts = draftsOf(calls);
  const findJob = jobFinder(drafts);
  const orphans = new Set<string>();
  /** By key: calls of clients that never started a job. */
  const attemptsByKey = new Map<string | undefined, Draft>();
  for (const call of calls) {
    const draft = findJob(call);
    if (draft) draft.calls.push(call);
    else if (!isAboutJob(call)) attemptOf(call, attemptsByKey).calls.push(call);
    else if (!drafts.has(call.id)) orphans.add(call.id);
  }
  const attempts = [...attemptsByKey.values()].filter(({ calls: all }) => all.some(isStart));
  const isRefused = (draft: Draft): boolean => draft.calls.filter(isStart).every(isKeyRefused);
  const jobs = [...drafts.values(), ...attempts.filter((draft) => !isRefused(draft))].map(finished);
  return {
    jobs: jobs.toSorted((one, two) => one.startedAt - two.startedAt),
    others: [
      ...[...orphans].map((id) => ({ id, why: 'the recording has neither its start nor a status view' })),
      ...attempts
        .filter(isRefused)
        .map(() => ({ id: undefined, why: 'the service refused the API key (401)' })),
    ],
    unrelated: exchanges.length - calls.length,
  };
}

/** The jobs of which the recording has the start or a status view. */
function draftsOf(calls: readonly Call[]): ReadonlyMap<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const call of calls) {
    if (!isSuccess(call.response.status) || call.response.kind !== 'json') continue;
    const { value } = call.response;
    const id = call.operation === 'startGeneration' ? fieldOf(value, 'generation_id') : call.id;
    if (typeof id !== 'string' || id === '' || (!isStart(call) && !isAboutJob(call))) continue;
    const draft = drafts.get(id) ?? {
      id,
      start: undefined,
      key: call.key,
      presentationId: undefined,
      calls: [],
    };
    if (isStart(call)) draft.start ??= call;
    const presentationId = fieldOf(fieldOf(value, 'presentation'), 'id');
    if (typeof presentationId === 'string') draft.presentationId ??= presentationId;
    drafts.set(id, draft);
  }
  return drafts;
}

/** Finds the job of a call: the job that it names, else the next job that its client starts, else the client's last job. */
function jobFinder(drafts: ReadonlyMap<string, Draft>): (call: Call) => Draft | undefined {
  const byStart = new Map<Call, Draft>();
  const byDeck = new Map<string, Draft>();
  const byKey = new Map<string | undefined, Draft[]>();
  for (const draft of drafts.values()) {
    if (draft.start) byStart.set(draft.start, draft);
    if (draft.presentationId !== undefined) byDeck.set(draft.presentationId, draft);
    const sameKey = byKey.get(draft.key);
    if (sameKey) sameKey.push(draft);
    else byKey.set(draft.key, [draft]);
  }
  const started = new Map([...byKey].map(([key, all]) => [key, all.filter(({ start }) => start)]));
  return (call) => {
    if (isAboutJob(call)) {
      const named = drafts.get(call.id);
      // With the key of another workspace, the service refuses the call; it says nothing about the job.
      return named && (call.key === named.key || isSuccess(call.response.status)) ? named : undefined;
    }
    const about = byStart.get(call) ?? byDeck.get(call.id);
    if (about?.key === call.key) return about;
    const next = startedFrom(started.get(call.key) ?? [], call.at);
    return next ?? (isStart(call) ? undefined : byKey.get(call.key)?.at(-1));
  };
}

/** The first job with a start at this time or later; `drafts` are in the order of their starts. */
function startedFrom(drafts: readonly Draft[], at: number): Draft | undefined {
  let low = 0;
  for (let high = drafts.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((drafts[middle]?.start?.at ?? Infinity) >= at) high = middle;
    else low = middle + 1;
  }
  return drafts[low];
}

function attemptOf(call: Call, byKey: Map<string | undefined, Draft>): Draft {
  const draft = byKey.get(call.key) ?? {
    id: undefined,
    start: undefined,
    key: call.key,
    presentationId: undefined,
    calls: [],
  };
  byKey.set(call.key, draft);
  return draft;
}

function finished({ id, start, presentationId, calls }: Draft): RecordedJob {
  const startedAt = (start ?? calls.find((call) => isAboutJob(call)) ?? calls.find(isStart))?.at ?? 0;
  return {
    id,
    startedAt,
    isStartRecorded: start !== undefined,
    presentationId,
    decks: new Set([...(presentationId === undefined ? [] : [presentationId]), ...createdDecks(calls)]),
    calls: numbered(calls, startedAt),
  };
}

/** The ids of the presentations that calls create from templates. */
export function createdDecks(calls: readonly Call[]): readonly string[] {
  return calls.flatMap((call) =>
    call.operation === 'createPresentation' && isSuccess(call.response.status) ? (deckIdOf(call) ?? []) : [],
  );
}

/** The calls with their numbers and times. */
export function numbered(calls: readonly Call[], startedAt: number): readonly JobCall[] {
  const counts = new Map<OperationId, number>();
  return calls.map((call): JobCall => {
    const ordinal = (counts.get(call.operation) ?? 0) + 1;
    counts.set(call.operation, ordinal);
    return { ...call, ordinal, after: call.at - startedAt };
  });
}

function isStart({ operation }: Call): boolean {
  return operation === 'startGeneration';
}

export function isAboutJob({ operation }: Call): boolean {
  return operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';
}

function isKeyRefused({ response }: Call): boolean {
  return response.status === 401;
}
