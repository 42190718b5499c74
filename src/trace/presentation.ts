/** All snapshots, fetches and patches of each presentation in a journal. Sections 2.1, 4.2, 4.7. */
import { fieldOf, isObject, type JsonObject } from '../base/json.js';
import { jsonOf } from './payload.js';
import { groupBy } from '../base/group-by.js';
import { isKeyed, isOk, type Call } from './call.js';
import type { JobTrace } from './job.js';

/** A presentation object in a response, at a place where the interface documents one. */
export interface Snapshot {
  readonly call: Call;
  readonly source: 'fetched' | 'completed job';
  readonly value: JsonObject;
  /** The job whose view contains it; only for the source `completed job`. */
  readonly job?: JobTrace;
}

export interface PresentationTrace {
  readonly id: string;
  /** The key that started its job, or else the first key that renamed or fetched it successfully. See `fetcherOf`. */
  readonly owner: string | undefined;
  /** The owner's snapshots, in the order of the calls. */
  readonly snapshots: readonly Snapshot[];
  /** All fetches by the owner, failed ones included. */
  readonly fetches: readonly Call[];
  /** Every PATCH of it, with any key. */
  readonly patches: readonly Call[];
  /** The start or the creation that created it, if the journal has it. */
  readonly createdBy: Call | undefined;
}

/** A presentation under construction. */
interface Draft {
  readonly id: string;
  owner: string | undefined;
  readonly snapshots: Snapshot[];
  readonly fetches: Call[];
  readonly patches: Call[];
  createdBy: Call | undefined;
}

export function snapshotsOf(calls: readonly Call[], jobs: readonly JobTrace[]): readonly Snapshot[] {
  const snapshots: Snapshot[] = [];
  for (const job of jobs) {
    for (const { call, status, value: view } of job.views) {
      const value = status === 'completed' ? fieldOf(view, 'presentation') : undefined;
      if (isObject(value)) snapshots.push({ call, job, source: 'completed job', value });
    }
  }
  for (const call of calls) {
    if (call.operation !== 'getPresentation' || !call.ok || !isKeyed(call)) continue;
    const value = jsonOf(call.received);
    if (isObject(value)) snapshots.push({ call, source: 'fetched', value });
  }
  return snapshots.sort(bySequence);
}

const bySequence = (one: Snapshot, two: Snapshot): number =>
  one.call.exchange.sequence - two.call.exchange.sequence;

export function presentationsOf(
  calls: readonly Call[],
  snapshots: readonly Snapshot[],
): readonly PresentationTrace[] {
  const drafts = new Map<string, Draft>();
  // The key of its job is the owner, even if another key fetched the presentation first.
  for (const { job, value } of snapshots) {
    const id = fieldOf(value, 'id');
    if (!job || typeof id !== 'string') continue;
    const draft = draftOf(id, drafts);
    draft.owner ??= job.owner;
    draft.createdBy = job.start ?? draft.createdBy;
  }
  for (const call of calls)
    if (call.operation === 'createPresentation' && call.ok && isKeyed(call))
      for (const id of idsIn(jsonOf(call.received))) draftOf(id, drafts).createdBy = call;
  const fetches = calls.filter((call) => call.operation === 'getPresentation' && isKeyed(call));
  for (const call of calls)
    if (call.operation === 'updatePresentation') draftOf(call.id, drafts).patches.push(call);
  for (const [id, all] of groupBy(fetches.filter(isOk), ({ id }) => id)) {
    const draft = draftOf(id, drafts);
    draft.owner ??= fetcherOf(all, draft.patches);
  }
  for (const call of fetches) {
    const draft = draftOf(call.id, drafts);
    if (draft.owner === undefined || draft.owner === call.by.key) draft.fetches.push(call);
  }
  for (const snapshot of snapshots) {
    const id = snapshotId(snapshot);
    const draft = typeof id === 'string' ? draftOf(id, drafts) : undefined;
    if (draft?.owner === snapshot.call.by.key) draft?.snapshots.push(snapshot);
  }
  return [...drafts.values()];
}

/** The ids in the response to creating, which has an undocumented shape. */
function idsIn(body: unknown): readonly string[] {
  if (!isObject(body)) return [];
  return [body, ...Object.values(body).filter(isObject)]
    .flatMap((object) => [fieldOf(object, 'id'), fieldOf(object, 'presentation_id')])
    .filter((id) => typeof id === 'string');
}

/** The owner by successful fetches. Every key may be able to fetch a public presentation: then its owner is the key that renames it. */
function fetcherOf(fetches: readonly Call[], patches: readonly Call[]): string | undefined {
  const isPublic = fetches.some(({ received }) => fieldOf(jsonOf(received), 'is_public') === true);
  const [first] = isPublic ? patches.filter(isOk) : fetches;
  return first?.by.key;
}

function draftOf(id: string, drafts: Map<string, Draft>): Draft {
  let draft = drafts.get(id);
  if (!draft) {
    draft = { id, owner: undefined, snapshots: [], fetches: [], patches: [], createdBy: undefined };
    drafts.set(id, draft);
  }
  return draft;
}

/** The id in the path of the fetch, or the id in the view of the job. */
export function snapshotId({ source, call, value }: Snapshot): unknown {
  return source === 'fetched' ? call.id : fieldOf(value, 'id');
}

export const isFetched = ({ source }: Snapshot): boolean => source === 'fetched';

/** A field of a presentation, as a path in the body of the response. */
export const pathIn = (snapshot: Snapshot, path: string): string =>
  isFetched(snapshot) ? path : `presentation.${path}`;

export const titleOf = ({ value }: Snapshot): unknown => fieldOf(value, 'title');
