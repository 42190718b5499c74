/**
 * The jobs of a recording, each with everything that was asked about it: its start and the attempts before, its polls and
 * messages, its deck, and what the same client asked on the way to it. What is no job, and why, is said.
 */
import type { OperationId } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import { fieldOf, isSuccess } from './answer.js';
import { callsOf, type Call } from './call.js';

export interface JobCall extends Call {
  /** Which request of its operation it is, the first one being 1. */
  readonly ordinal: number;
  /** Milliseconds since the job's start; below zero before it. */
  readonly after: number;
}

export interface RecordedJob {
  /** Its generation_id; undefined when every attempt to start one failed. */
  readonly id: string | undefined;
  /** In milliseconds since 1970: its start, or the first that is recorded of it. */
  readonly startedAt: number;
  readonly isStartRecorded: boolean;
  /** In the order in which they began. */
  readonly calls: readonly JobCall[];
  /** The id of its presentation, once it was seen. */
  readonly presentationId: string | undefined;
}

export interface RecordedJobs {
  readonly jobs: readonly RecordedJob[];
  /** Jobs that cannot be replayed, each with the reason. */
  readonly others: readonly { readonly id: string | undefined; readonly why: string }[];
  /** How many exchanges are of no documented operation. */
  readonly unrelated: number;
}

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
  const findOwner = ownersAmong(drafts);
  const orphans = new Set<string>();
  const alone = new Map<string | undefined, Draft>();
  for (const call of calls) {
    const draft = findOwner(call);
    if (draft) draft.calls.push(call);
    else if (!isAboutJob(call)) attempt(call, alone).calls.push(call);
    else if (!drafts.has(call.id)) orphans.add(call.id);
  }
  const attempts = [...alone.values()].filter(({ calls: all }) => all.some(isStart));
  const isRefused = (draft: Draft): boolean => draft.calls.filter(isStart).every(isKeyRefused);
  const jobs = [...drafts.values(), ...attempts.filter((draft) => !isRefused(draft))].map(finished);
  return {
    jobs: jobs.toSorted((one, two) => one.startedAt - two.startedAt),
    others: [
      ...[...orphans].map((id) => ({ id, why: 'neither its start nor any view of it is recorded' })),
      ...attempts
        .filter(isRefused)
        .map(() => ({ id: undefined, why: 'its start was refused for the key (401)' })),
    ],
    unrelated: exchanges.length - calls.length,
  };
}

/** Every job of which a start or a view is recorded. */
function draftsOf(calls: readonly Call[]): ReadonlyMap<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const call of calls) {
    if (!isSuccess(call.answer.status) || call.answer.kind !== 'json') continue;
    const { value } = call.answer;
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

/** Finds the job that a call belongs to: the one it names, or else the one its client started next, or last. */
function ownersAmong(drafts: ReadonlyMap<string, Draft>): (call: Call) => Draft | undefined {
  const byStart = new Map<Call, Draft>();
  const byDeck = new Map<string, Draft>();
  const byKey = new Map<string | undefined, Draft[]>();
  for (const draft of drafts.values()) {
    if (draft.start) byStart.set(draft.start, draft);
    if (draft.presentationId !== undefined) byDeck.set(draft.presentationId, draft);
    const own = byKey.get(draft.key);
    if (own) own.push(draft);
    else byKey.set(draft.key, [draft]);
  }
  const started = new Map([...byKey].map(([key, own]) => [key, own.filter(({ start }) => start)]));
  return (call) => {
    if (isAboutJob(call)) {
      const named = drafts.get(call.id);
      // Somebody else's key opens another workspace, and is refused there.
      return named && (call.key === named.key || isSuccess(call.answer.status)) ? named : undefined;
    }
    const about = byStart.get(call) ?? byDeck.get(call.id);
    if (about?.key === call.key) return about;
    const next = startedFrom(started.get(call.key) ?? [], call.at);
    return next ?? (isStart(call) ? undefined : byKey.get(call.key)?.at(-1));
  };
}

/** The first of the jobs, in the order of their starts, that was started at an instant or later. */
function startedFrom(drafts: readonly Draft[], at: number): Draft | undefined {
  let low = 0;
  for (let high = drafts.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((drafts[middle]?.start?.at ?? Infinity) >= at) high = middle;
    else low = middle + 1;
  }
  return drafts[low];
}

function attempt(call: Call, alone: Map<string | undefined, Draft>): Draft {
  const draft = alone.get(call.key) ?? {
    id: undefined,
    start: undefined,
    key: call.key,
    presentationId: undefined,
    calls: [],
  };
  alone.set(call.key, draft);
  return draft;
}

function finished({ id, start, presentationId, calls }: Draft): RecordedJob {
  const startedAt = (start ?? calls.find((call) => isAboutJob(call)) ?? calls.find(isStart))?.at ?? 0;
  const counts = new Map<OperationId, number>();
  return {
    id,
    startedAt,
    isStartRecorded: start !== undefined,
    presentationId,
    calls: calls.map((call): JobCall => {
      const ordinal = (counts.get(call.operation) ?? 0) + 1;
      counts.set(call.operation, ordinal);
      return { ...call, ordinal, after: call.at - startedAt };
    }),
  };
}

function isStart({ operation }: Call): boolean {
  return operation === 'startGeneration';
}

function isAboutJob({ operation }: Call): boolean {
  return operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';
}

function isKeyRefused({ answer }: Call): boolean {
  return answer.status === 401;
}
