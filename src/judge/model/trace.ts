/**
 * Indexes a journal by call, job, presentation and workspace. Judges nothing.
 */
import { groupBy } from '../../base/group-by.js';
import { getField, isObject, type JsonObject } from '../../base/json.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import type { OperationId } from '../../generated/routes.js';
import { getHeader, type Exchange } from '../../journal/exchange.js';
import { markBlockedCalls } from './address-blocks.js';
import { createCall, endedBefore, hasValidKey, isSuccess, type Call } from './call.js';
import { areHeadersRecorded } from './credential.js';
import { parseJobStatus, getStartedJobId } from './call.js';
import { keyPlaceholders } from './key-placeholders.js';
import { getJson } from './body.js';

/** Ms. */
export const DEFAULT_CONSISTENCY_WINDOW_MS = 2_000;

export interface TraceOptions {
  /** The base address, ending in /api/v1. Default: every address with the path prefix /api/v1 belongs to the service. */
  readonly baseUrl?: string;
  /** Polls of one job at shorter intervals, in ms, are a tight loop (4.5). Default: 1000. */
  readonly minPollInterval?: number;
  /** Ms in which a change may become visible, so that a read of the old value is only a warning. Default: 2000. */
  readonly consistencyWindow?: number;
  /** Whether the user gave the body that creates a presentation, so the service must be able to read it. Default: false. */
  readonly hasCreateBody?: boolean;
  /** Whether the clients' timers use the journal's clock, so that intervals count although it was controlled. Default: false. */
  readonly timersFollowClock?: boolean;
  /** Whether all requests come from one client in one tab. Default: false. Default: false. */
  readonly singleClient?: boolean;
}

export interface Trace {
  readonly options: TraceOptions;
  /** All exchanges, in the order of their start. */
  readonly exchanges: readonly Exchange[];
  /** All calls of documented operations, in the same order. */
  readonly calls: readonly Call[];
  readonly jobs: readonly JobHistory[];
  readonly pollResults: readonly PollResult[];
  readonly presentations: readonly PresentationHistory[];
  readonly presentationReads: readonly PresentationRead[];
  /** Calls that succeeded with a key of a workspace. */
  readonly succeeded: readonly Call[];
  /** All other calls: refused, failed, without a key, or with the wrong key. */
  readonly unsuccessfulCalls: readonly Call[];
  /** The calls of one operation. */
  readonly callsTo: (operation: OperationId) => readonly Call[];
  /** The calls of one operation with a key that may belong to a workspace. */
  readonly callsWithValidKey: (operation: OperationId) => readonly Call[];
  /** The calls of one operation with one id, with any key. */
  readonly callsFor: (operation: OperationId, id: string) => readonly Call[];
  readonly getJob: (id: string) => JobHistory | undefined;
  readonly getPresentation: (id: string) => PresentationHistory | undefined;
  readonly workspaces: Workspaces;
}

/** All exchanges of one generation job. Sections 2.2, 3, 4.4 to 4.6. */
export interface JobHistory {
  readonly id: string;
  /** The key that started the job, or else the first key that polled it successfully. */
  readonly owner: string | undefined;
  readonly start: Call | undefined;
  /** The owner's polls in the order of their start, failed ones included. */
  readonly polls: readonly Call[];
  readonly views: readonly PollResult[];
  /** The owner's messages. */
  readonly messages: readonly Call[];
}

/** A status view: the JSON object that a successful poll returned. */
export interface PollResult {
  readonly call: Call;
  readonly job: JobHistory;
  readonly value: JsonObject;
  /** The status if it is one of the four documented ones. */
  readonly status: JobStatus | undefined;
}

/** A message to a job that asks a question. */
export interface QuestionReply {
  readonly call: Call;
  /** The last view before it, with the question. */
  readonly before: PollResult;
  /** The first view after it. */
  readonly after: PollResult | undefined;
}

/** All reads and PATCHes of one presentation. Sections 2.1, 4.2, 4.7. */
export interface PresentationHistory {
  readonly id: string;
  /** The key that started its job, or else the first key that renamed or fetched it successfully. See `findOwnerByFetch`. */
  readonly owner: string | undefined;
  /** The owner's snapshots, in the order of the calls. */
  readonly snapshots: readonly PresentationRead[];
  /** All fetches by the owner, failed ones included. */
  readonly fetches: readonly Call[];
  /** Every PATCH of it, with any key. */
  readonly patches: readonly Call[];
  /** The start or the creation that created it, if the journal has it. */
  readonly createdBy: Call | undefined;
}

/** A presentation object in a response, at a place where the interface documents one. */
export interface PresentationRead {
  readonly call: Call;
  readonly source: 'get' | 'job';
  readonly value: JsonObject;
  /** The job whose view contains it; only for the source `completed job`. */
  readonly job?: JobHistory;
}

/** The workspaces of each key, by the workspace_id of its own presentations. Section 5. */
export interface Workspaces {
  /** The workspace ids in a key's own presentations; `undefined` when there are none. */
  readonly of: (key: string) => ReadonlySet<string> | undefined;
  /** Whether two keys open different workspaces: by their presentations, or because one is the `--other-api-key`. */
  readonly areDifferent: (one: string, two: string) => boolean;
}

export function buildTrace(exchanges: readonly Exchange[], options: TraceOptions = {}): Trace {
  const ordered = exchanges.toSorted((one, two) => one.sequence - two.sequence);
  const calls = markBlockedCalls(ordered.flatMap((exchange) => createCall(exchange, options.baseUrl) ?? []));
  const byOperation = groupBy(calls, ({ operation }) => operation);
  const keyed = new Map([...byOperation].map(([operation, own]) => [operation, own.filter(hasValidKey)]));
  const byId = groupBy(calls, ({ operation, id }) => `${operation} ${id}`);
  const jobs = jobsOf(calls);
  const jobById = new Map(jobs.map((job) => [job.id, job]));
  const snapshots = snapshotsOf(calls, jobs);
  const presentations = presentationsOf(calls, snapshots);
  const presentationById = new Map(presentations.map((presentation) => [presentation.id, presentation]));
  const hasSucceeded = (call: Call): boolean => call.isSuccess && hasValidKey(call);
  return {
    options,
    exchanges: ordered,
    calls,
    jobs,
    pollResults: jobs.flatMap(({ views }) => views),
    presentations,
    presentationReads: snapshots,
    succeeded: calls.filter(hasSucceeded),
    unsuccessfulCalls: calls.filter((call) => !hasSucceeded(call)),
    callsTo: (operation) => byOperation.get(operation) ?? [],
    callsWithValidKey: (operation) => keyed.get(operation) ?? [],
    callsFor: (operation, id) => byId.get(`${operation} ${id}`) ?? [],
    getJob: (id) => jobById.get(id),
    getPresentation: (id) => presentationById.get(id),
    workspaces: workspacesOf(presentations),
  };
}

/** Memoizes a value that several rules derive from the same trace. */
export function memoizeByTrace<Derived>(derive: (trace: Trace) => Derived): (trace: Trace) => Derived {
  const cache = new WeakMap<Trace, { readonly value: Derived }>();
  return (trace) => {
    const cached = cache.get(trace);
    if (cached) return cached.value;
    const value = derive(trace);
    cache.set(trace, { value });
    return value;
  };
}

// Jobs.

type Draft<Whole> = {
  -readonly [Field in keyof Whole]: Whole[Field] extends readonly (infer Item)[] ? Item[] : Whole[Field];
};

/** The value of a key, which is added at its first use. */
function getOrCreate<Value>(map: Map<string, Value>, key: string, empty: (key: string) => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = empty(key);
  map.set(key, value);
  return value;
}

const emptyJob = (id: string): Draft<JobHistory> & { starts: number } => ({
  id,
  owner: undefined,
  start: undefined,
  starts: 0,
  polls: [],
  views: [],
  messages: [],
});

/** All jobs of a journal. Leaves out an id that two starts received: its polls cannot be assigned to one job. */
function jobsOf(calls: readonly Call[]): readonly JobHistory[] {
  const drafts = new Map<string, ReturnType<typeof emptyJob>>();
  for (const call of calls) {
    const id = call.operation === 'startGeneration' && call.isSuccess ? getStartedJobId(call) : undefined;
    if (id === undefined) continue;
    const draft = getOrCreate(drafts, id, emptyJob);
    if (!draft.start || !isIdempotentRetry(draft.start, call)) draft.starts++;
    draft.start ??= call;
    draft.owner ??= call.credential.key;
  }
  for (const call of calls) {
    if (!hasValidKey(call)) continue;
    if (call.operation === 'getGenerationStatus') addPoll(getOrCreate(drafts, call.id, emptyJob), call);
    if (call.operation !== 'sendGenerationMessage') continue;
    const draft = getOrCreate(drafts, call.id, emptyJob);
    if (draft.owner === call.credential.key) draft.messages.push(call);
  }
  return [...drafts.values()].filter(({ starts, start, views }) => starts < 2 && (start ?? views[0]));
}

function addPoll(draft: Draft<JobHistory>, call: Call): void {
  if (call.isSuccess) draft.owner ??= call.credential.key;
  if (draft.owner !== call.credential.key) return;
  // Ids can be unique per workspace: an earlier call concerns another job.
  if (!call.isSuccess && draft.start && !endedBefore(draft.start, call)) return;
  draft.polls.push(call);
  const value = call.isSuccess ? getJson(call.responseBody) : undefined;
  if (isObject(value)) draft.views.push({ call, job: draft, value, status: parseJobStatus(value['status']) });
}

/** Whether a start repeats another one with the same Idempotency-Key, which services may support. */
export function isIdempotentRetry(first: Call, again: Call): boolean {
  const [{ request: one }, { request: two }] = [first.exchange, again.exchange];
  const [key, repeated] = [one, two].map(({ headers }) => getHeader(headers, 'idempotency-key'));
  const isUnknown = [one, two].some(({ headers }) => !areHeadersRecorded(headers));
  return (key !== undefined || isUnknown) && key === repeated && one.body?.text === two.body?.text;
}

export function getReplies({ messages, views }: JobHistory): readonly QuestionReply[] {
  return messages.flatMap((call) => {
    const before = views.findLast((view) => endedBefore(view.call, call));
    const after = views.find((view) => endedBefore(call, view.call));
    return before?.status === 'awaiting_input' ? [{ call, before, after }] : [];
  });
}

// Presentations.

function snapshotsOf(calls: readonly Call[], jobs: readonly JobHistory[]): readonly PresentationRead[] {
  const snapshots: PresentationRead[] = [];
  for (const job of jobs) {
    for (const { call, status, value: view } of job.views) {
      const value = status === 'completed' ? getField(view, 'presentation') : undefined;
      if (isObject(value)) snapshots.push({ call, job, source: 'job', value });
    }
  }
  for (const call of calls) {
    const value = isFetch(call) && call.isSuccess ? getJson(call.responseBody) : undefined;
    if (isObject(value)) snapshots.push({ call, source: 'get', value });
  }
  return snapshots.sort((one, two) => one.call.exchange.sequence - two.call.exchange.sequence);
}

const isFetch = (call: Call): boolean => call.operation === 'getPresentation' && hasValidKey(call);

const emptyPresentation = (id: string): Draft<PresentationHistory> => ({
  id,
  owner: undefined,
  snapshots: [],
  fetches: [],
  patches: [],
  createdBy: undefined,
});

function presentationsOf(
  calls: readonly Call[],
  snapshots: readonly PresentationRead[],
): readonly PresentationHistory[] {
  const drafts = new Map<string, Draft<PresentationHistory>>();
  const draftOf = (id: string): Draft<PresentationHistory> => getOrCreate(drafts, id, emptyPresentation);
  // The key of its job is the owner, even if another key fetched the presentation first.
  for (const { job, value } of snapshots) {
    const id = getField(value, 'id');
    if (!job || typeof id !== 'string') continue;
    const draft = draftOf(id);
    draft.owner ??= job.owner;
    draft.createdBy = job.start ?? draft.createdBy;
  }
  for (const call of calls) {
    if (call.operation === 'updatePresentation') draftOf(call.id).patches.push(call);
    if (call.operation === 'createPresentation' && call.isSuccess && hasValidKey(call))
      for (const id of idsIn(getJson(call.responseBody))) draftOf(id).createdBy = call;
  }
  const fetches = calls.filter(isFetch);
  for (const [id, all] of groupBy(fetches.filter(isSuccess), ({ id }) => id)) {
    const draft = draftOf(id);
    draft.owner ??= findOwnerByFetch(all, draft.patches);
  }
  for (const call of fetches) {
    const draft = draftOf(call.id);
    if (draft.owner === undefined || draft.owner === call.credential.key) draft.fetches.push(call);
  }
  for (const snapshot of snapshots) {
    const id = getReadId(snapshot);
    const draft = typeof id === 'string' ? draftOf(id) : undefined;
    if (draft?.owner === snapshot.call.credential.key) draft?.snapshots.push(snapshot);
  }
  return [...drafts.values()];
}

/** The ids in the response to creating, which has an undocumented shape. */
function idsIn(body: unknown): readonly string[] {
  if (!isObject(body)) return [];
  return [body, ...Object.values(body).filter(isObject)]
    .flatMap((object) => [getField(object, 'id'), getField(object, 'presentation_id')])
    .filter((id) => typeof id === 'string');
}

/** The owner by successful fetches. Every key may be able to fetch a public presentation: then its owner is the key that renames it. */
function findOwnerByFetch(fetches: readonly Call[], patches: readonly Call[]): string | undefined {
  const isPublic = fetches.some(({ responseBody }) => getField(getJson(responseBody), 'is_public') === true);
  const [first] = isPublic ? patches.filter(isSuccess) : fetches;
  return first?.credential.key;
}

export const isFromGet = ({ source }: PresentationRead): boolean => source === 'get';

/** The id in the path of the fetch, or the id in the view of the job. */
export const getReadId = ({ source, call, value }: PresentationRead): unknown =>
  source === 'get' ? call.id : getField(value, 'id');

/** A field of a presentation, as a path in the body of the response. */
export const toBodyPath = (snapshot: PresentationRead, path: string): string =>
  isFromGet(snapshot) ? path : `presentation.${path}`;

export const getTitle = ({ value }: PresentationRead): unknown => getField(value, 'title');

// Workspaces.

function workspacesOf(presentations: readonly PresentationHistory[]): Workspaces {
  const named = new Map<string, Set<string>>();
  for (const { owner, snapshots } of presentations)
    for (const { value } of snapshots) {
      const id = getField(value, 'workspace_id');
      if (owner !== undefined && typeof id === 'string') getOrCreate(named, owner, () => new Set()).add(id);
    }
  return {
    of: (key) => named.get(key),
    areDifferent: (one, two) => {
      const [ones, twos] = [named.get(one), named.get(two)];
      if (ones && twos) return ![...ones].some((id) => twos.has(id));
      return one === keyPlaceholders.other || two === keyPlaceholders.other;
    },
  };
}
