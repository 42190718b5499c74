/** All reads and PATCHes of one presentation. Sections 2.1, 4.2 and 4.7. */
import { groupBy } from '../../base/group-by.js';
import { getField, isObject, type JsonObject } from '../../base/json.js';
import { hasValidKey, isSuccess, type Call } from './call.js';
import { getJson } from './body.js';
import type { JobHistory } from './job-history.js';
import { type Draft, getOrCreate } from './draft.js';

export interface PresentationHistory {
  readonly id: string;
  /** The key that started its job, or else the first key that renamed or fetched it successfully. See `findOwnerByFetch`. */
  readonly owner: string | undefined;
  /** The owner's reads, in the order of the calls. */
  readonly snapshots: readonly PresentationRead[];
  /** All fetches by the owner, including failed ones. */
  readonly fetches: readonly Call[];
  /** All PATCHes of it, with any key. */
  readonly patches: readonly Call[];
  /** The start or POST /presentations that created it, if the journal contains it. */
  readonly createdBy: Call | undefined;
}

/** A presentation in a response of GET /presentations/{id} or of a poll. */
export interface PresentationRead {
  readonly call: Call;
  readonly source: 'get' | 'job';
  readonly value: JsonObject;
  /** The job whose status response contains it; only for the source `job`. */
  readonly job?: JobHistory;
}

/** Two reads of one presentation, in their order. */
export interface ReadPair {
  readonly earlier: PresentationRead;
  readonly later: PresentationRead;
}

export function collectPresentationReads(
  calls: readonly Call[],
  jobs: readonly JobHistory[],
): readonly PresentationRead[] {
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

const createPresentationDraft = (id: string): Draft<PresentationHistory> => ({
  id,
  owner: undefined,
  snapshots: [],
  fetches: [],
  patches: [],
  createdBy: undefined,
});

export function buildPresentationHistories(
  calls: readonly Call[],
  snapshots: readonly PresentationRead[],
): readonly PresentationHistory[] {
  const drafts = new Map<string, Draft<PresentationHistory>>();
  const getDraft = (id: string): Draft<PresentationHistory> =>
    getOrCreate(drafts, id, createPresentationDraft);
  // The key of its job is the owner, even if another key fetched the presentation first.
  for (const { job, value } of snapshots) {
    const id = getField(value, 'id');
    if (!job || typeof id !== 'string') continue;
    const draft = getDraft(id);
    draft.owner ??= job.owner;
    draft.createdBy = job.start ?? draft.createdBy;
  }
  for (const call of calls) {
    if (call.operation === 'updatePresentation') getDraft(call.id).patches.push(call);
    if (call.operation === 'createPresentation' && call.isSuccess && hasValidKey(call))
      for (const id of findIds(getJson(call.responseBody))) getDraft(id).createdBy = call;
  }
  const fetches = calls.filter(isFetch);
  for (const [id, all] of groupBy(fetches.filter(isSuccess), ({ id }) => id)) {
    const draft = getDraft(id);
    draft.owner ??= findOwnerByFetch(all, draft.patches);
  }
  for (const call of fetches) {
    const draft = getDraft(call.id);
    if (draft.owner === undefined || draft.owner === call.credential.key) draft.fetches.push(call);
  }
  for (const snapshot of snapshots) {
    const id = getReadId(snapshot);
    const draft = typeof id === 'string' ? getDraft(id) : undefined;
    if (draft?.owner === snapshot.call.credential.key) draft?.snapshots.push(snapshot);
  }
  return [...drafts.values()];
}

/** The ids in the response of POST /presentations, which has an unspecified shape. */
function findIds(body: unknown): readonly string[] {
  if (!isObject(body)) return [];
  return [body, ...Object.values(body).filter(isObject)]
    .flatMap((object) => [getField(object, 'id'), getField(object, 'presentation_id')])
    .filter((id) => typeof id === 'string');
}

/** The first key that fetched it; for a public presentation, which other keys may fetch, the first key that renamed it. */
function findOwnerByFetch(fetches: readonly Call[], patches: readonly Call[]): string | undefined {
  const isPublic = fetches.some(({ responseBody }) => getField(getJson(responseBody), 'is_public') === true);
  const [first] = isPublic ? patches.filter(isSuccess) : fetches;
  return first?.credential.key;
}

export const isFromGet = ({ source }: PresentationRead): boolean => source === 'get';

/** The id in the path of the fetch, or in the status response. */
export const getReadId = ({ source, call, value }: PresentationRead): unknown =>
  source === 'get' ? call.id : getField(value, 'id');

/** The path of a field of the presentation in the body of the response. */
export const toBodyPath = (snapshot: PresentationRead, path: string): string =>
  isFromGet(snapshot) ? path : `presentation.${path}`;

export const getTitle = ({ value }: PresentationRead): unknown => getField(value, 'title');
