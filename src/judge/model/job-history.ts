/** All calls of one generation job. Sections 2.2, 3, 4.4 to 4.6. */
import { isObject, type JsonObject } from '../../base/json.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import { getHeader } from '../../journal/exchange.js';
import { endedBefore, hasValidKey, type Call, parseJobStatus, getStartedJobId } from './call.js';
import { areHeadersRecorded } from './credential.js';
import { getJson } from './body.js';
import { type Draft, getOrCreate } from './draft.js';

export interface JobHistory {
  readonly id: string;
  /** The key that started the job, or else the first key that polled it successfully. */
  readonly owner: string | undefined;
  readonly start: Call | undefined;
  /** The owner's polls in the order of their start, including failed ones. */
  readonly polls: readonly Call[];
  readonly views: readonly PollResult[];
  /** Results of the owner's polls that name another known job. They say nothing about this job. */
  readonly misdirectedViews: readonly PollResult[];
  /** The owner's messages. */
  readonly messages: readonly Call[];
}

/** The JSON object that a successful poll returned. */
export interface PollResult {
  readonly call: Call;
  readonly job: JobHistory;
  readonly value: JsonObject;
  /** The status if it is one of the four documented ones. */
  readonly status: JobStatus | undefined;
}

/** A message to a job that awaits input. */
export interface QuestionReply {
  readonly call: Call;
  /** The last poll result before it, with the question. */
  readonly before: PollResult;
  /** The first poll result after it. */
  readonly after: PollResult | undefined;
}

const createJobDraft = (id: string): Draft<JobHistory> & { starts: number } => ({
  id,
  owner: undefined,
  start: undefined,
  starts: 0,
  polls: [],
  views: [],
  misdirectedViews: [],
  messages: [],
});

/** Omits an id that two starts returned: its polls cannot be assigned to one job. */
export function buildJobHistories(calls: readonly Call[]): readonly JobHistory[] {
  const drafts = new Map<string, ReturnType<typeof createJobDraft>>();
  for (const call of calls) {
    const id = call.operation === 'startGeneration' && call.isSuccess ? getStartedJobId(call) : undefined;
    if (id === undefined) continue;
    const draft = getOrCreate(drafts, id, createJobDraft);
    if (!draft.start || !isIdempotentRetry(draft.start, call)) draft.starts++;
    draft.start ??= call;
    draft.owner ??= call.credential.key;
  }
  const started = new Set(drafts.keys());
  for (const call of calls) {
    if (!hasValidKey(call)) continue;
    if (call.operation === 'getGenerationStatus')
      addPoll(getOrCreate(drafts, call.id, createJobDraft), call, started);
    if (call.operation !== 'sendGenerationMessage') continue;
    const draft = getOrCreate(drafts, call.id, createJobDraft);
    if (draft.owner === call.credential.key) draft.messages.push(call);
  }
  return [...drafts.values()].filter(({ starts, start, views }) => starts < 2 && (start ?? views[0]));
}

/** @param started the ids of all started jobs */
function addPoll(draft: Draft<JobHistory>, call: Call, started: ReadonlySet<string>): void {
  if (call.isSuccess) draft.owner ??= call.credential.key;
  if (draft.owner !== call.credential.key) return;
  // Ids can be unique per workspace: an earlier call concerns another job.
  if (!call.isSuccess && draft.start && !endedBefore(draft.start, call)) return;
  draft.polls.push(call);
  const value = call.isSuccess ? getJson(call.responseBody) : undefined;
  if (!isObject(value)) return;
  const named = value['generation_id'];
  const isMisdirected = typeof named === 'string' && named !== draft.id && started.has(named);
  const views = isMisdirected ? draft.misdirectedViews : draft.views;
  views.push({ call, job: draft, value, status: parseJobStatus(value['status']) });
}

/** Whether a start repeats another one with the same Idempotency-Key. */
export function isIdempotentRetry(first: Call, retry: Call): boolean {
  const [{ request: one }, { request: two }] = [first.exchange, retry.exchange];
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
