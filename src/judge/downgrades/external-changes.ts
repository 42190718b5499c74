/** Changes that users may make outside the API. Presentations that verify created are not affected. */
import { getField } from '../../base/json.js';
import { endedBefore, isNotFound, isFromVerify, isSuccess, type Call } from '../model/call.js';
import { getReadId, type PresentationRead, type ReadPair } from '../model/presentation-history.js';
import type { Trace } from '../model/trace.js';
import { getJson } from '../model/body.js';
import type { Downgrade } from './downgrade.js';

/** Within this time, a concurrent edit by a user is unlikely. */
const MIN_EXTERNAL_EDIT_MS = 5_000;

const isIdCreatedByVerify = (id: unknown, trace: Trace): boolean => {
  const { createdBy } = trace.getPresentation(String(id)) ?? {};
  return createdBy !== undefined && isFromVerify(createdBy);
};

export const isCreatedByVerify = (snapshot: PresentationRead, trace: Trace): boolean =>
  isIdCreatedByVerify(getReadId(snapshot), trace);

const getUpdatedAt = ({ value }: PresentationRead): number =>
  Date.parse(String(getField(value, 'updated_at')));

/** Any difference of updated_at counts: replicas can return the older value later. */
export const mayBeEditedExternally = ({ earlier, later }: ReadPair, trace: Trace): Downgrade =>
  Math.abs(getUpdatedAt(later) - getUpdatedAt(earlier)) > 0 && !isCreatedByVerify(later, trace)
    ? 'updated_at differs: a user may have changed it elsewhere'
    : undefined;

const isWithinEditTime = (earlier: Call, later: Call): boolean =>
  later.exchange.startedAt - earlier.exchange.endedAt <= MIN_EXTERNAL_EDIT_MS;

/**
 * For two reads with a PATCH in between, which changes updated_at itself.
 *
 * @param since the call after which an external change explains the later read
 */
export const mayBeEditedExternallySince = (reads: ReadPair, since: Call, trace: Trace): Downgrade =>
  isWithinEditTime(since, reads.later.call) ? undefined : mayBeEditedExternally(reads, trace);

export function mayBePublishedExternally(call: Call, trace: Trace): Downgrade {
  const snapshots = trace.getPresentation(call.id)?.snapshots ?? [];
  const mayBe =
    getField(getJson(call.responseBody), 'is_public') === true &&
    !isIdCreatedByVerify(call.id, trace) &&
    snapshots.every((snapshot) => endedBefore(snapshot.call, call));
  return mayBe ? 'a user may have published it after its owner read it last' : undefined;
}

/** Only if it stays deleted. */
export function mayBeDeletedExternally(call: Call, trace: Trace): Downgrade {
  if (!isNotFound(call) || isIdCreatedByVerify(call.id, trace)) return undefined;
  const isFoundLater = trace
    .callsFor('getPresentation', call.id)
    .some((other) => other.isSuccess && endedBefore(call, other));
  return isFoundLater ? undefined : 'a user may have deleted it elsewhere';
}

/** For a 404 after a fetch by the owner. */
export const mayBeDeletedAfterFetch = (call: Call, trace: Trace): Downgrade =>
  trace.callsFor('getPresentation', call.id).some((read) => read.isSuccess && isWithinEditTime(read, call))
    ? undefined
    : mayBeDeletedExternally(call, trace);

/** If no fetch ever succeeds for several presentations, the service lost them. */
export function mayBeDeletedAfterRead(call: Call, trace: Trace): Downgrade {
  if (!trace.getPresentation(call.id)?.snapshots.some((snapshot) => endedBefore(snapshot.call, call)))
    return undefined;
  const fetches = trace.callsWithValidKey('getPresentation');
  const areFound = fetches.some(isSuccess) || new Set(fetches.map(({ id }) => id)).size < 2;
  return areFound ? mayBeDeletedExternally(call, trace) : undefined;
}
