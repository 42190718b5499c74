/** All exchanges of one generation job. Sections 2.2, 3, 4.4 to 4.6. */
import { lifecycle, type JobStatus } from '../generated/lifecycle.js';
import { headerOf } from '../journal/exchange.js';
import { fieldOf, isObject, type JsonObject } from '../base/json.js';
import { isBefore, isKeyed, type Call } from './call.js';
import { areHeadersRecorded } from './credential.js';

/** A status view: the JSON object that a successful poll returned. */
export interface JobView {
  readonly call: Call;
  readonly job: JobTrace;
  readonly value: JsonObject;
  /** The status if it is one of the four documented ones. */
  readonly status: JobStatus | undefined;
}

export interface JobTrace {
  readonly id: string;
  /** The key that started the job, or else the first key that polled it successfully. */
  readonly owner: string | undefined;
  readonly start: Call | undefined;
  /** The owner's polls in the order of their start, failed ones included. */
  readonly polls: readonly Call[];
  readonly views: readonly JobView[];
  /** The owner's messages. */
  readonly messages: readonly Call[];
}

/** A job under construction. */
interface Draft {
  id: string;
  owner: string | undefined;
  start: Call | undefined;
  starts: number;
  polls: Call[];
  views: JobView[];
  messages: Call[];
}

/** All jobs of a journal. Leaves out an id that two starts received: its polls cannot be assigned to one job. */
export function jobsOf(calls: readonly Call[]): readonly JobTrace[] {
  const drafts = new Map<string, Draft>();
  for (const call of calls) {
    if (call.operation !== 'startGeneration' || !call.ok) continue;
    const id = startedJobId(call);
    if (id === undefined) continue;
    const draft = draftOf(id, drafts);
    if (!draft.start || !isRepeatedStart(draft.start, call)) draft.starts++;
    draft.start ??= call;
    draft.owner ??= call.by.key;
  }
  for (const call of calls) {
    if (!isKeyed(call)) continue;
    if (call.operation === 'getGenerationStatus') addPoll(draftOf(call.id, drafts), call);
    else if (call.operation === 'sendGenerationMessage') addMessage(draftOf(call.id, drafts), call);
  }
  return [...drafts.values()].filter(isTraceable);
}

const isTraceable = ({ starts, start, views }: Draft): boolean =>
  starts < 2 && (start ?? views[0]) !== undefined;

function draftOf(id: string, drafts: Map<string, Draft>): Draft {
  let draft = drafts.get(id);
  if (!draft) {
    draft = { id, owner: undefined, start: undefined, starts: 0, polls: [], views: [], messages: [] };
    drafts.set(id, draft);
  }
  return draft;
}

/** Whether a start repeats another one with the same Idempotency-Key, which services may support. */
export function isRepeatedStart(first: Call, again: Call): boolean {
  const [key, repeated] = [first, again].map(({ exchange }) =>
    headerOf(exchange.request.headers, 'idempotency-key'),
  );
  const [text, repeatedText] = [first, again].map(({ exchange }) => exchange.request.body?.text);
  const isUnknown = [first, again].some(({ exchange }) => !areHeadersRecorded(exchange.request.headers));
  return (key !== undefined || isUnknown) && key === repeated && text === repeatedText;
}

/** The generation_id in the response to a start, if it is a usable string. */
export function startedJobId(call: Call): string | undefined {
  if (call.received.kind !== 'json') return undefined;
  const id = fieldOf(call.received.value, 'generation_id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function addPoll(draft: Draft, call: Call): void {
  if (call.ok) draft.owner ??= call.by.key;
  if (draft.owner !== call.by.key) return;
  // Ids may be unique in a workspace only: before the start, it is about a job of another one.
  if (!call.ok && draft.start && !isBefore(draft.start, call)) return;
  draft.polls.push(call);
  if (!call.ok || call.received.kind !== 'json' || !isObject(call.received.value)) return;
  const { value } = call.received;
  draft.views.push({ call, job: draft, value, status: knownStatus(fieldOf(value, 'status')) });
}

function addMessage(draft: Draft, call: Call): void {
  if (draft.owner === call.by.key) draft.messages.push(call);
}

/** A message to a job that asks a question. */
export interface Reply {
  readonly call: Call;
  /** The last view before it, with the question. */
  readonly before: JobView;
  /** The first view after it. */
  readonly after: JobView | undefined;
}

export function repliesOf({ messages, views }: JobTrace): readonly Reply[] {
  return messages.flatMap((call) => {
    const before = views.findLast((view) => isBefore(view.call, call));
    const after = views.find((view) => isBefore(call, view.call));
    return before?.status === 'awaiting_input' ? [{ call, before, after }] : [];
  });
}

export function knownStatus(status: unknown): JobStatus | undefined {
  return typeof status === 'string' && Object.hasOwn(lifecycle.states, status)
    ? (status as JobStatus)
    : undefined;
}

export function isTerminal(status: JobStatus | undefined): boolean {
  return status !== undefined && lifecycle.states[status].terminal;
}
