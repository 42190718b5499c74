/**
 * The tolerance that several rules share. Each excuse returns the reason why something proves nothing, as words that end "a warning,
 * because …", or `undefined`. A doubt that only one row can have stands beside its row. Sections 1 and 4.
 */
import { getField } from '../../base/json.js';
import { getHeader } from '../../journal/exchange.js';
import {
  endedBefore,
  isProcessed,
  isNotFound,
  isFromVerify,
  isSuccess,
  isRename,
  getSentTitle,
  type Call,
} from '../model/call.js';
import { areHeadersRecorded } from '../model/credential.js';
import { isHtmlOrText } from '../model/gateway.js';
import { isTerminal } from '../model/call.js';
import {
  DEFAULT_CONSISTENCY_WINDOW_MS,
  memoizeByTrace,
  getReadId,
  type PollResult,
  type PresentationHistory,
  type PresentationRead,
  type Trace,
} from '../model/trace.js';
import { isApplicationJson, getJson } from '../model/body.js';
import { isUndocumentedRedirect } from '../model/redirect.js';
import { findTemplateIds } from '../rules/checks/template-ids.js';

type Downgrade = string | undefined;

/** The first reason that holds; the later ones are not looked for. */
function firstOf(call: Call, trace: Trace, excuses: readonly DowngradeCheck[]): Downgrade {
  for (const excuse of excuses) {
    const reason = excuse(call, trace);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
type DowngradeCheck = (call: Call, trace: Trace) => Downgrade;

// Time: replicas, outages, and how long a service keeps what is not requested.

/** In a recording, failures within this time may be an outage. */
const MAX_OUTAGE_MS = 60_000;
/** A resource that no response showed for this long may be deleted. */
const MIN_RETENTION_MS = 10 * 60_000;

export const getConsistencyWindow = ({ options }: Trace): number =>
  options.consistencyWindow ?? DEFAULT_CONSISTENCY_WINDOW_MS;

/** Whether a read started so early after a change that an old value is only a delay. */
export const isWithinConsistencyWindow = (change: Call, read: Call, trace: Trace): boolean =>
  read.exchange.startedAt - change.exchange.endedAt <= getConsistencyWindow(trace);

export const mayNotBeVisibleYet = (change: Call, read: Call, trace: Trace): Downgrade =>
  isWithinConsistencyWindow(change, read, trace) ? 'a change may need time to be visible' : undefined;

/** Failures over less than a minute. verify retries for longer, so it needs no duration. */
export const mayBeOutage = (first: Call, last: Call): Downgrade =>
  isFromVerify(first) || last.exchange.endedAt - first.exchange.startedAt >= MAX_OUTAGE_MS
    ? undefined
    : 'failures of less than a minute may be an outage';

/** After one successful poll, a 404 is no replication lag. */
export function jobMayBeUnknownYet(call: Call, trace: Trace): Downgrade {
  const job = trace.getJob(call.id);
  if (call.status !== 404 || !job?.start || !isWithinConsistencyWindow(job.start, call, trace))
    return undefined;
  const isKnown = job.polls.some((other) => other.isSuccess && endedBefore(other, call));
  return isKnown ? undefined : 'a replica may not know a new job yet';
}

/** Only the first fetches of a presentation. */
function presentationMayBeUnknownYet(call: Call, trace: Trace): Downgrade {
  const { snapshots: [first] = [] } = trace.getPresentation(call.id) ?? {};
  if (call.status !== 404 || !first || !isWithinConsistencyWindow(first.call, call, trace)) return undefined;
  const isKnown = trace
    .callsFor(call.operation, call.id)
    .some((other) => other.isSuccess && endedBefore(other, call));
  return isKnown ? undefined : 'a replica may not know a new presentation yet';
}

const isLongBefore = (seen: Call, call: Call): boolean =>
  call.exchange.startedAt - seen.exchange.endedAt > MIN_RETENTION_MS;

/** Section 3 defines no lifetime for questions. */
export function jobMayBeExpired(call: Call, trace: Trace): Downgrade {
  const job = trace.getJob(call.id);
  if (!job || !isNotFound(call)) return undefined;
  const seen = [...(job.start ? [job.start] : []), ...job.polls.filter(isSuccess)];
  return seen.every((other) => isLongBefore(other, call))
    ? 'no response showed the job for ten minutes'
    : undefined;
}

export function presentationMayBeExpired(call: Call, trace: Trace): Downgrade {
  const presentation = trace.getPresentation(call.id);
  if (!presentation || !isNotFound(call)) return undefined;
  return presentation.snapshots.every((snapshot) => isLongBefore(snapshot.call, call))
    ? 'no response showed the presentation for ten minutes'
    : undefined;
}

/** Statuses about the operation, not about the job. */
const UNSUPPORTED_OPERATION_STATUSES = [405, 406, 415, 501];

export function finishedJobMayBeExpired(call: Call, trace: Trace): Downgrade {
  const job = call.operation === 'getGenerationStatus' ? trace.getJob(call.id) : undefined;
  if (!job || UNSUPPORTED_OPERATION_STATUSES.includes(call.status)) return undefined;
  return job.views.some((view) => isTerminal(view.status) && endedBefore(view.call, call))
    ? 'the interface does not say how long a finished job can be polled'
    : undefined;
}

/** A single stale read after the job ended. verify treats it as a failure. */
export function mayBeStaleRead(
  { call, status, job }: PollResult,
  ended: PollResult,
  trace: Trace,
): Downgrade {
  if (isTerminal(status) || isFromVerify(call) || !isWithinConsistencyWindow(ended.call, call, trace))
    return undefined;
  const others = job.views.filter((view) => view.call !== call && endedBefore(ended.call, view.call));
  return others.every((view) => view.status === ended.status)
    ? 'a replica may show the state of before once'
    : undefined;
}

// Changes by users outside the API. Resources created by verify are not affected.

export interface ReadPair {
  readonly earlier: PresentationRead;
  readonly later: PresentationRead;
}

const isIdCreatedByRun = (id: unknown, trace: Trace): boolean => {
  const { createdBy } = trace.getPresentation(String(id)) ?? {};
  return createdBy !== undefined && isFromVerify(createdBy);
};

export const isCreatedByVerify = (snapshot: PresentationRead, trace: Trace): boolean =>
  isIdCreatedByRun(getReadId(snapshot), trace);

const updatedAt = ({ value }: PresentationRead): number => Date.parse(String(getField(value, 'updated_at')));

/** Any difference of updated_at counts: replicas can return the older value later. */
export const mayBeEditedExternally = ({ earlier, later }: ReadPair, trace: Trace): Downgrade =>
  Math.abs(updatedAt(later) - updatedAt(earlier)) > 0 && !isCreatedByVerify(later, trace)
    ? 'updated_at differs: people may have changed it elsewhere'
    : undefined;

/** Within this time, a concurrent edit by a user is unlikely. */
const MIN_EXTERNAL_EDIT_MS = 5_000;

const isWithinMoment = (earlier: Call, later: Call): boolean =>
  later.exchange.startedAt - earlier.exchange.endedAt <= MIN_EXTERNAL_EDIT_MS;

/**
 * The same with a PATCH in between, which moves updated_at itself.
 *
 * @param since the call after which a change by somebody else explains the later snapshot
 */
export const mayBeEditedExternallySince = (seen: ReadPair, since: Call, trace: Trace): Downgrade =>
  isWithinMoment(since, seen.later.call) ? undefined : mayBeEditedExternally(seen, trace);

export function mayBePublishedExternally(call: Call, trace: Trace): Downgrade {
  const snapshots = trace.getPresentation(call.id)?.snapshots ?? [];
  const mayBe =
    getField(getJson(call.responseBody), 'is_public') === true &&
    !isIdCreatedByRun(call.id, trace) &&
    snapshots.every((snapshot) => endedBefore(snapshot.call, call));
  return mayBe ? 'people may have published it after its owner saw it last' : undefined;
}

/** Only if it stays deleted. */
export function mayBeDeletedExternally(call: Call, trace: Trace): Downgrade {
  if (!isNotFound(call) || isIdCreatedByRun(call.id, trace)) return undefined;
  const isFoundLater = trace
    .callsFor('getPresentation', call.id)
    .some((other) => other.isSuccess && endedBefore(call, other));
  return isFoundLater ? undefined : 'people may have deleted it elsewhere';
}

/** The same soon after the owner fetched it. */
export const mayBeDeletedAfterFetch = (call: Call, trace: Trace): Downgrade =>
  trace.callsFor('getPresentation', call.id).some((read) => read.isSuccess && isWithinMoment(read, call))
    ? undefined
    : mayBeDeletedExternally(call, trace);

/** If no fetch ever succeeds for several presentations, the service lost them. */
export function mayBeDeletedAfterRead(call: Call, trace: Trace): Downgrade {
  if (!trace.getPresentation(call.id)?.snapshots.some((snapshot) => endedBefore(snapshot.call, call)))
    return undefined;
  const fetches = trace.callsWithValidKey('getPresentation');
  const isUsual = fetches.some(isSuccess) || new Set(fetches.map(({ id }) => id)).size < 2;
  return isUsual ? mayBeDeletedExternally(call, trace) : undefined;
}

/**
 * The slides of a template may arrive later, since 4.3 gives no time, and a view may leave them out to stay short, since sections may be
 * empty.
 */
export function slidesMayBeAddedLater({ earlier, later }: ReadPair, trace: Trace): Downgrade {
  if (earlier.source !== later.source)
    return [earlier, later].some((one) => one.job && isEmpty(one))
      ? 'a view may leave slides out'
      : undefined;
  const { createdBy } = trace.getPresentation(String(getReadId(later))) ?? {};
  return isEmpty(earlier) && createdBy?.operation === 'createPresentation'
    ? 'the slides of a template may follow its creation'
    : undefined;
}

function isEmpty({ value }: PresentationRead): boolean {
  const sections = getField(value, 'sections');
  return Array.isArray(sections) && sections.length === 0;
}

// Gateways: a page with 403 that a firewall before the service may have sent.

/** Fewer pages can be a coincidence. */
const MIN_PROXY_PAGES = 3;

const isForbiddenPage = ({ status, exchange }: Call): boolean =>
  status === 403 && isHtmlOrText(exchange.response?.body);

/** Not if every attempt of the same request gets this page. */
export function mayBeProxyPage(call: Call, trace: Trace): Downgrade {
  if (!isForbiddenPage(call)) return undefined;
  const same = trace
    .callsFor(call.operation, call.id)
    .filter(
      ({ credential }) =>
        credential.key === call.credential.key && credential.header === call.credential.header,
    );
  return same.length < MIN_PROXY_PAGES || !same.every(isForbiddenPage)
    ? 'the page may be that of a gateway'
    : undefined;
}

/** The 404 may follow a real response that a proxy page replaced. */
function mayBeHiddenByProxyPage(call: Call, trace: Trace): Downgrade {
  if (!isNotFound(call)) return undefined;
  return trace.callsFor(call.operation, call.id).some((other) => mayBeProxyPage(other, trace) !== undefined)
    ? 'the page of a gateway may hide its last response'
    : undefined;
}

// Clients: requests that a service may refuse.

/** The interface documents no query. */
const undocumentedQuery = ({ status, exchange }: Call): Downgrade =>
  [400, 404, 422].includes(status) && exchange.request.url.includes('?')
    ? 'a service may refuse a query'
    : undefined;

function otherContentType({ status, exchange }: Call): Downgrade {
  const { headers } = exchange.request;
  const type = getHeader(headers, 'content-type');
  const isOther = type === undefined ? !areHeadersRecorded(headers) : !isApplicationJson(type);
  return status === 415 && isOther ? 'the client may have sent another content type' : undefined;
}

function acceptsNoJson({ status, exchange }: Call): Downgrade {
  const accept = getHeader(exchange.request.headers, 'accept') ?? '';
  return status === 406 && !/\bjson\b|\*\/\*|application\/\*/i.test(accept)
    ? 'the client may accept no JSON'
    : undefined;
}

const unfollowedRedirect = ({ exchange }: Call): Downgrade =>
  isUndocumentedRedirect(exchange) ? 'no sentence forbids redirects' : undefined;

/** Characters. A service may limit titles, and no length is documented. */
const LONG_TITLE = 100;

function oddTitle(call: Call): Downgrade {
  const title = getSentTitle(call);
  if (title === undefined || (call.status !== 400 && call.status !== 422)) return undefined;
  return title.trim() === '' || title.length > LONG_TITLE
    ? 'a service may refuse a blank title and a long one'
    : undefined;
}

function unlistedTemplate(call: Call, trace: Trace): Downgrade {
  const template = getField(getJson(call.requestBody), 'template_id');
  if (call.status !== 404 || typeof template !== 'string') return undefined;
  const isListed = trace
    .callsWithValidKey('listTemplates')
    .some((list) => findTemplateIds(getJson(list.responseBody)).includes(template));
  return isListed ? undefined : 'no list has the template';
}

/** 404 for several operations: the base URL is probably wrong. */
const isNothingFound = memoizeByTrace(
  ({ calls }) =>
    calls.every(({ status }) => status === 404) && new Set(calls.map(({ operation }) => operation)).size > 1,
);

const wrongAddress = (_: Call, trace: Trace): Downgrade =>
  isNothingFound(trace) ? 'the base address may be wrong' : undefined;

// Renames that lose an id: one rule reports them.

/** A presentation that a PATCH took away, and the read that shows it. */
export interface LostPresentation {
  readonly patch: Call;
  readonly read: Call;
}

/** The losses by the ids of before. */
export const findLostPresentations = memoizeByTrace(
  (trace) => new Map(trace.presentations.flatMap((one) => lossOf(one).map((loss) => [one.id, loss]))),
);

function lossOf({ id, patches, snapshots, fetches }: PresentationHistory): readonly LostPresentation[] {
  if (!patches.some(isSuccess)) return [];
  const polls = snapshots.flatMap(({ job }) => job?.views ?? []);
  const reads = [...new Set([...fetches, ...polls.map(({ call }) => call)])].sort(
    (one, two) => one.exchange.sequence - two.exchange.sequence,
  );
  for (const [index, read] of reads.entries()) {
    const before = reads[index - 1];
    if (!before || getPresentationId(before).id !== id) continue;
    const patch = patches.findLast(
      (call) => call.isSuccess && endedBefore(before, call) && endedBefore(call, read),
    );
    if (!patch) continue;
    const { id: actual } = getPresentationId(read);
    const isGone = isNotFound(read) && !fetches.some((call) => call.isSuccess && endedBefore(read, call));
    if (read.isSuccess ? typeof actual === 'string' && actual !== id : isGone) return [{ patch, read }];
  }
  return [];
}

/** The id of the presentation in a response, and where it is. */
export function getPresentationId({ operation, responseBody }: Call): {
  readonly path: string;
  readonly id: unknown;
} {
  const body = getJson(responseBody);
  return operation === 'getPresentation'
    ? { path: 'id', id: getField(body, 'id') }
    : { path: 'presentation.id', id: getField(getField(body, 'presentation'), 'id') };
}

export function mayBeLostByRename(call: Call, trace: Trace): Downgrade {
  const loss = findLostPresentations(trace).get(call.id);
  return loss && endedBefore(loss.patch, call) ? 'a rename has lost the presentation' : undefined;
}

// Headers: refusals of the header that carried the key, as opposed to refusals of the operation. Section 5.

/** The result of these operations also depends on a quota or on the state of a job. */
const STATE_DEPENDENT_OPERATIONS: readonly string[] = [
  'startGeneration',
  'createPresentation',
  'sendGenerationMessage',
];
/** Failures that are not about the key can be a fault that passes. Two of them prove nothing. */
const MIN_SERVER_ERRORS = 3;

const firstSuccesses = memoizeByTrace(
  ({ succeeded }) => new Map(succeeded.toReversed().map((call) => [call.credential.key, call])),
);
const lastSuccesses = memoizeByTrace(
  ({ succeeded }) => new Map(succeeded.map((call) => [call.credential.key, call])),
);

/**
 * The key is rejected in this header and accepted in the other one. A key that never works again may be revoked, and API access of a recording may begin later.
 */
export function keyHeaderIsRejected(call: Call, trace: Trace): Downgrade {
  const { credential, operation, id } = call;
  if (credential.isAmbiguous || !isComparable(call, trace)) return undefined;
  if (mayBeProxyPage(call, trace) ?? jobMayBeUnknownYet(call, trace)) return undefined;
  const [first, last] = [firstSuccesses(trace).get(credential.key), lastSuccesses(trace).get(credential.key)];
  if (!first || !last || !endedBefore(call, last) || !(isFromVerify(call) || endedBefore(first, call)))
    return undefined;
  const isStateful = STATE_DEPENDENT_OPERATIONS.includes(operation);
  const same = (isStateful ? trace.callsWithValidKey(operation) : trace.callsFor(operation, id)).filter(
    (other) => other.credential.key === credential.key && isComparable(other, trace),
  );
  const inHeader = same.filter((other) => other.credential.header === credential.header);
  const inOther = same.filter((other) => other.credential.header !== credential.header);
  const isRefused = isStateful
    ? isRefusedBetween(call, inHeader, inOther)
    : isAlwaysRefused(call, inHeader, inOther, trace) || isRefusedFromThenOn(inHeader, inOther);
  return isRefused ? 'the service refuses the key in this header' : undefined;
}

/** A service may refuse other bodies of a PATCH than the documented one, and refuses a message to a job of another key in both headers. */
function isComparable(call: Call, trace: Trace): boolean {
  if (call.operation === 'updatePresentation') return isRename(call);
  const owner = trace.getJob(call.id)?.owner;
  return owner === undefined || owner === call.credential.key;
}

/** A quota may be used up, or free again. Only successes with the other header before and after a 403 rule this out. */
function isRefusedBetween(call: Call, inHeader: readonly Call[], inOther: readonly Call[]): boolean {
  if (inHeader.some(isSuccess)) return false;
  const accepted = inOther.filter(isSuccess);
  if (call.status === 401) return accepted.length > 0;
  const isBetween =
    accepted.some((other) => endedBefore(other, call)) && accepted.some((other) => endedBefore(call, other));
  return call.status === 403 && isBetween;
}

/** This request fails again and again, while it succeeds in the other header in between. A passing fault is followed by a success. */
function isRefusedFromThenOn(inHeader: readonly Call[], inOther: readonly Call[]): boolean {
  const failures = inHeader
    .slice(inHeader.findLastIndex(isSuccess) + 1)
    .filter((other) => other.status >= 400 && isProcessed(other));
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last) return false;
  const areRefusals = failures.every(({ status }) => status === 401 || status === 403);
  if (!areRefusals && failures.length < MIN_SERVER_ERRORS) return false;
  return inOther.some((other) => isSuccess(other) && endedBefore(first, other) && endedBefore(other, last));
}

function isAlwaysRefused(
  call: Call,
  inHeader: readonly Call[],
  inOther: readonly Call[],
  trace: Trace,
): boolean {
  const isAboutKey = [401, 403].includes(call.status) || isKnownAndFoundLater(call, inOther, trace);
  return (
    isAboutKey &&
    inHeader.every(({ isClientError }) => isClientError) &&
    inOther.length > 0 &&
    inOther.every(isSuccess)
  );
}

/** Whether a resource that is not found exists: each replica knows it before the call, and the other header finds it later. */
function isKnownAndFoundLater(call: Call, inOther: readonly Call[], trace: Trace): boolean {
  if (call.status !== 404) return false;
  const job = trace.getJob(call.id);
  const shown = job
    ? job.polls.filter(isSuccess)
    : (trace.getPresentation(call.id)?.snapshots ?? []).map((snapshot) => snapshot.call);
  const isKnown = shown.some((other) => !isWithinConsistencyWindow(other, call, trace));
  return isKnown && inOther.some((other) => endedBefore(call, other));
}

/** Why the failure of a valid request has another cause than its operation. */
export const findUnrelatedCause = (call: Call, trace: Trace): Downgrade =>
  firstOf(call, trace, [
    wrongAddress,
    otherContentType,
    acceptsNoJson,
    undocumentedQuery,
    unfollowedRedirect,
    mayBeProxyPage,
    mayBeHiddenByProxyPage,
    presentationMayBeUnknownYet,
    jobMayBeUnknownYet,
    finishedJobMayBeExpired,
    keyHeaderIsRejected,
    presentationMayBeExpired,
    mayBeDeletedAfterRead,
    jobMayBeExpired,
    oddTitle,
    unlistedTemplate,
    mayBeLostByRename,
  ]);

/** Why the refusal of a poll says nothing about its job. */
export const findUnrelatedPollCause = (call: Call, trace: Trace): Downgrade =>
  firstOf(call, trace, [
    finishedJobMayBeExpired,
    undocumentedQuery,
    mayBeProxyPage,
    mayBeHiddenByProxyPage,
    keyHeaderIsRejected,
  ]);
