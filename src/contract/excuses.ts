/**
 * The tolerance that several rules share. Each excuse returns the reason why something proves nothing, as words that end "a warning,
 * because …", or `undefined`. A doubt that only one row can have stands beside its row. Sections 1 and 4.
 */
import { fieldOf } from '../base/json.js';
import { headerOf } from '../journal/exchange.js';
import {
  isBefore,
  isDecided,
  isNotFound,
  isOfRun,
  isOk,
  isRename,
  sentTitle,
  type Call,
} from './model/call.js';
import { areHeadersRecorded } from './model/credential.js';
import { isPage } from './model/gateway.js';
import { isTerminal } from './model/call.js';
import {
  DEFAULT_SETTLE,
  perTrace,
  snapshotId,
  type JobView,
  type Presentation,
  type Snapshot,
  type Trace,
} from './model/trace.js';
import { isApplicationJson, jsonOf } from './model/payload.js';
import { isUnfollowed } from './model/redirect.js';
import { templateCandidates } from './listed-templates.js';

type Excuse = string | undefined;

/** The first reason that holds; the later ones are not looked for. */
function firstOf(call: Call, trace: Trace, excuses: readonly CallExcuse[]): Excuse {
  for (const excuse of excuses) {
    const reason = excuse(call, trace);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
type CallExcuse = (call: Call, trace: Trace) => Excuse;

// Time: replicas, outages, and how long a service keeps what is not requested.

/** Ms. Failures of a recording in a shorter time are an outage. */
const OUTAGE = 60_000;
/** Ms after which a service may have deleted what no response shows any more. */
const LONG_UNSEEN = 10 * 60_000;

export const settleOf = ({ options }: Trace): number => options.settle ?? DEFAULT_SETTLE;

/** Whether a read started so early after a change that an old value is only a delay. */
export const isWithinSettling = (change: Call, read: Call, trace: Trace): boolean =>
  read.exchange.startedAt - change.exchange.endedAt <= settleOf(trace);

export const settling = (change: Call, read: Call, trace: Trace): Excuse =>
  isWithinSettling(change, read, trace) ? 'a change may need time to be visible' : undefined;

/** Failures that pass soon. A run of `deckhand verify` repeats requests over its whole duration, so their number suffices. */
export const outage = (first: Call, last: Call): Excuse =>
  isOfRun(first) || last.exchange.endedAt - first.exchange.startedAt >= OUTAGE
    ? undefined
    : 'failures of less than a minute may be an outage';

/** Only the first polls of a job: no replica that knew it forgets it. */
export function polledTooEarly(call: Call, trace: Trace): Excuse {
  const job = trace.job(call.id);
  if (call.status !== 404 || !job?.start || !isWithinSettling(job.start, call, trace)) return undefined;
  const isKnown = job.polls.some((other) => other.ok && isBefore(other, call));
  return isKnown ? undefined : 'a replica may not know a new job yet';
}

/** Only the first fetches of a presentation. */
function fetchedTooEarly(call: Call, trace: Trace): Excuse {
  const { snapshots: [first] = [] } = trace.presentation(call.id) ?? {};
  if (call.status !== 404 || !first || !isWithinSettling(first.call, call, trace)) return undefined;
  const isKnown = trace.about(call.operation, call.id).some((other) => other.ok && isBefore(other, call));
  return isKnown ? undefined : 'a replica may not know a new presentation yet';
}

const isLongBefore = (seen: Call, call: Call): boolean =>
  call.exchange.startedAt - seen.exchange.endedAt > LONG_UNSEEN;

/** Section 3 does not say how long a question stays. */
export function jobUnseenForLong(call: Call, trace: Trace): Excuse {
  const job = trace.job(call.id);
  if (!job || !isNotFound(call)) return undefined;
  const seen = [...(job.start ? [job.start] : []), ...job.polls.filter(isOk)];
  return seen.every((other) => isLongBefore(other, call))
    ? 'no response showed the job for ten minutes'
    : undefined;
}

export function presentationUnseenForLong(call: Call, trace: Trace): Excuse {
  const presentation = trace.presentation(call.id);
  if (!presentation || !isNotFound(call)) return undefined;
  return presentation.snapshots.every((snapshot) => isLongBefore(snapshot.call, call))
    ? 'no response showed the presentation for ten minutes'
    : undefined;
}

/** Statuses that deny the operation itself. They say nothing about a job. */
const DENIES_OPERATION = [405, 406, 415, 501];

export function polledAfterEnd(call: Call, trace: Trace): Excuse {
  const job = call.operation === 'getGenerationStatus' ? trace.job(call.id) : undefined;
  if (!job || DENIES_OPERATION.includes(call.status)) return undefined;
  return job.views.some((view) => isTerminal(view.status) && isBefore(view.call, call))
    ? 'the interface does not say how long a finished job can be polled'
    : undefined;
}

/** One view with the state of before the end. In a run, one is too much. */
export function staleView({ call, status, job }: JobView, ended: JobView, trace: Trace): Excuse {
  if (isTerminal(status) || isOfRun(call) || !isWithinSettling(ended.call, call, trace)) return undefined;
  const others = job.views.filter((view) => view.call !== call && isBefore(ended.call, view.call));
  return others.every((view) => view.status === ended.status)
    ? 'a replica may show the state of before once'
    : undefined;
}

// People: what they may do outside this API, such as in the browser. They do not know what a run of `deckhand verify` created.

export interface Seen {
  readonly earlier: Snapshot;
  readonly later: Snapshot;
}

const isIdCreatedByRun = (id: unknown, trace: Trace): boolean => {
  const { createdBy } = trace.presentation(String(id)) ?? {};
  return createdBy !== undefined && isOfRun(createdBy);
};

export const isCreatedByRun = (snapshot: Snapshot, trace: Trace): boolean =>
  isIdCreatedByRun(snapshotId(snapshot), trace);

const updatedAt = ({ value }: Snapshot): number => Date.parse(String(fieldOf(value, 'updated_at')));

/** A replica may show the older one later, so each difference of updated_at counts. */
export const changedElsewhere = ({ earlier, later }: Seen, trace: Trace): Excuse =>
  Math.abs(updatedAt(later) - updatedAt(earlier)) > 0 && !isCreatedByRun(later, trace)
    ? 'updated_at differs: people may have changed it elsewhere'
    : undefined;

/** Ms. In a shorter time, a program reads and writes, and people do not happen to edit the same presentation. */
const MOMENT = 5_000;

const isWithinMoment = (earlier: Call, later: Call): boolean =>
  later.exchange.startedAt - earlier.exchange.endedAt <= MOMENT;

/**
 * The same with a PATCH in between, which moves updated_at itself.
 *
 * @param since the call after which a change by somebody else explains the later snapshot
 */
export const changedBesidePatch = (seen: Seen, since: Call, trace: Trace): Excuse =>
  isWithinMoment(since, seen.later.call) ? undefined : changedElsewhere(seen, trace);

export function publishedElsewhere(call: Call, trace: Trace): Excuse {
  const snapshots = trace.presentation(call.id)?.snapshots ?? [];
  const mayBe =
    fieldOf(jsonOf(call.received), 'is_public') === true &&
    !isIdCreatedByRun(call.id, trace) &&
    snapshots.every((snapshot) => isBefore(snapshot.call, call));
  return mayBe ? 'people may have published it after its owner saw it last' : undefined;
}

/** Only if no later fetch finds it. */
export function deletedElsewhere(call: Call, trace: Trace): Excuse {
  if (!isNotFound(call) || isIdCreatedByRun(call.id, trace)) return undefined;
  const isFoundLater = trace
    .about('getPresentation', call.id)
    .some((other) => other.ok && isBefore(call, other));
  return isFoundLater ? undefined : 'people may have deleted it elsewhere';
}

/** The same soon after the owner fetched it. */
export const deletedJustNow = (call: Call, trace: Trace): Excuse =>
  trace.about('getPresentation', call.id).some((read) => read.ok && isWithinMoment(read, call))
    ? undefined
    : deletedElsewhere(call, trace);

/** The service itself loses presentations if several are lost before their first fetch and no fetch succeeds. */
export function deletedAfterShown(call: Call, trace: Trace): Excuse {
  if (!trace.presentation(call.id)?.snapshots.some((snapshot) => isBefore(snapshot.call, call)))
    return undefined;
  const fetches = trace.keyed('getPresentation');
  const isUsual = fetches.some(isOk) || new Set(fetches.map(({ id }) => id)).size < 2;
  return isUsual ? deletedElsewhere(call, trace) : undefined;
}

/**
 * The slides of a template may arrive later, since 4.3 gives no time, and a view may leave them out to stay short, since sections may be
 * empty.
 */
export function slidesMayFollow({ earlier, later }: Seen, trace: Trace): Excuse {
  if (earlier.source !== later.source)
    return [earlier, later].some((one) => one.job && isEmpty(one))
      ? 'a view may leave slides out'
      : undefined;
  const { createdBy } = trace.presentation(String(snapshotId(later))) ?? {};
  return isEmpty(earlier) && createdBy?.operation === 'createPresentation'
    ? 'the slides of a template may follow its creation'
    : undefined;
}

function isEmpty({ value }: Snapshot): boolean {
  const sections = fieldOf(value, 'sections');
  return Array.isArray(sections) && sections.length === 0;
}

// Gateways: a page with 403 that a firewall before the service may have sent.

/** Fewer pages can be a coincidence. */
const MIN_PAGES = 3;

const isForbiddenPage = ({ status, exchange }: Call): boolean =>
  status === 403 && isPage(exchange.response?.body);

/** Not if the same request gets it again and again, and nothing else. */
export function passingPage(call: Call, trace: Trace): Excuse {
  if (!isForbiddenPage(call)) return undefined;
  const same = trace
    .about(call.operation, call.id)
    .filter(({ by }) => by.key === call.by.key && by.via === call.by.via);
  return same.length < MIN_PAGES || !same.every(isForbiddenPage)
    ? 'the page may be that of a gateway'
    : undefined;
}

/** A service may delete what a client has seen. */
function goneBehindPage(call: Call, trace: Trace): Excuse {
  if (!isNotFound(call)) return undefined;
  return trace.about(call.operation, call.id).some((other) => passingPage(other, trace) !== undefined)
    ? 'the page of a gateway may hide its last response'
    : undefined;
}

// Clients: requests that a service may refuse.

/** The interface documents no query. */
const undocumentedQuery = ({ status, exchange }: Call): Excuse =>
  [400, 404, 422].includes(status) && exchange.request.url.includes('?')
    ? 'a service may refuse a query'
    : undefined;

function otherContentType({ status, exchange }: Call): Excuse {
  const { headers } = exchange.request;
  const type = headerOf(headers, 'content-type');
  const isOther = type === undefined ? !areHeadersRecorded(headers) : !isApplicationJson(type);
  return status === 415 && isOther ? 'the client may have sent another content type' : undefined;
}

function acceptsNoJson({ status, exchange }: Call): Excuse {
  const accept = headerOf(exchange.request.headers, 'accept') ?? '';
  return status === 406 && !/\bjson\b|\*\/\*|application\/\*/i.test(accept)
    ? 'the client may accept no JSON'
    : undefined;
}

const unfollowedRedirect = ({ exchange }: Call): Excuse =>
  isUnfollowed(exchange) ? 'no sentence forbids redirects' : undefined;

/** Characters. A service may limit titles, and no length is documented. */
const LONG_TITLE = 100;

function oddTitle(call: Call): Excuse {
  const title = sentTitle(call);
  if (title === undefined || (call.status !== 400 && call.status !== 422)) return undefined;
  return title.trim() === '' || title.length > LONG_TITLE
    ? 'a service may refuse a blank title and a long one'
    : undefined;
}

function unlistedTemplate(call: Call, trace: Trace): Excuse {
  const template = fieldOf(jsonOf(call.sent), 'template_id');
  if (call.status !== 404 || typeof template !== 'string') return undefined;
  const isListed = trace
    .keyed('listTemplates')
    .some((list) => templateCandidates(jsonOf(list.received)).includes(template));
  return isListed ? undefined : 'no list has the template';
}

/** Another server than the service responds: nothing but 404, to several operations. */
const isNothingFound = perTrace(
  ({ calls }) =>
    calls.every(({ status }) => status === 404) && new Set(calls.map(({ operation }) => operation)).size > 1,
);

const wrongAddress = (_: Call, trace: Trace): Excuse =>
  isNothingFound(trace) ? 'the base address may be wrong' : undefined;

// Renames that lose an id: one rule reports them.

/** A presentation that a PATCH took away, and the read that shows it. */
export interface Loss {
  readonly patch: Call;
  readonly read: Call;
}

/** The losses by the ids of before. */
export const losses = perTrace(
  (trace) => new Map(trace.presentations.flatMap((one) => lossOf(one).map((loss) => [one.id, loss]))),
);

function lossOf({ id, patches, snapshots, fetches }: Presentation): readonly Loss[] {
  if (!patches.some(isOk)) return [];
  const polls = snapshots.flatMap(({ job }) => job?.views ?? []);
  const reads = [...new Set([...fetches, ...polls.map(({ call }) => call)])].sort(
    (one, two) => one.exchange.sequence - two.exchange.sequence,
  );
  for (const [index, read] of reads.entries()) {
    const before = reads[index - 1];
    if (!before || shownId(before).id !== id) continue;
    const patch = patches.findLast((call) => call.ok && isBefore(before, call) && isBefore(call, read));
    if (!patch) continue;
    const { id: actual } = shownId(read);
    const isGone = isNotFound(read) && !fetches.some((call) => call.ok && isBefore(read, call));
    if (read.ok ? typeof actual === 'string' && actual !== id : isGone) return [{ patch, read }];
  }
  return [];
}

/** The id of the presentation in a response, and where it is. */
export function shownId({ operation, received }: Call): { readonly path: string; readonly id: unknown } {
  const body = jsonOf(received);
  return operation === 'getPresentation'
    ? { path: 'id', id: fieldOf(body, 'id') }
    : { path: 'presentation.id', id: fieldOf(fieldOf(body, 'presentation'), 'id') };
}

export function lostByRename(call: Call, trace: Trace): Excuse {
  const loss = losses(trace).get(call.id);
  return loss && isBefore(loss.patch, call) ? 'a rename has lost the presentation' : undefined;
}

// Headers: refusals of the header that carried the key, as opposed to refusals of the operation. Section 5.

/** The result of these operations also depends on a quota or on the state of a job. */
const STATEFUL: readonly string[] = ['startGeneration', 'createPresentation', 'sendGenerationMessage'];
/** Failures that are not about the key can be a fault that passes. Two of them prove nothing. */
const MANY_FAULTS = 3;

const firstSuccesses = perTrace(
  ({ succeeded }) => new Map(succeeded.toReversed().map((call) => [call.by.key, call])),
);
const lastSuccesses = perTrace(({ succeeded }) => new Map(succeeded.map((call) => [call.by.key, call])));

/**
 * The service refuses this request with the key in this header, and accepts it with the same key in the other one: always, or from
 * some time on. A key that never works again may be revoked, and API access of a recording may begin later.
 */
export function refusedHeader(call: Call, trace: Trace): Excuse {
  const { by, operation, id } = call;
  if (by.isAmbiguous || !isComparable(call, trace)) return undefined;
  if (passingPage(call, trace) ?? polledTooEarly(call, trace)) return undefined;
  const [first, last] = [firstSuccesses(trace).get(by.key), lastSuccesses(trace).get(by.key)];
  if (!first || !last || !isBefore(call, last) || !(isOfRun(call) || isBefore(first, call))) return undefined;
  const isStateful = STATEFUL.includes(operation);
  const same = (isStateful ? trace.keyed(operation) : trace.about(operation, id)).filter(
    (other) => other.by.key === by.key && isComparable(other, trace),
  );
  const inHeader = same.filter((other) => other.by.via === by.via);
  const inOther = same.filter((other) => other.by.via !== by.via);
  const isRefused = isStateful
    ? isRefusedBetween(call, inHeader, inOther)
    : isAlwaysRefused(call, inHeader, inOther, trace) || isRefusedFromThenOn(inHeader, inOther);
  return isRefused ? 'the service refuses the key in this header' : undefined;
}

/** A service may refuse other bodies of a PATCH than the documented one, and refuses a message to a job of another key in both headers. */
function isComparable(call: Call, trace: Trace): boolean {
  if (call.operation === 'updatePresentation') return isRename(call);
  const owner = trace.job(call.id)?.owner;
  return owner === undefined || owner === call.by.key;
}

/** A quota may be used up, or free again. Only successes with the other header before and after a 403 rule this out. */
function isRefusedBetween(call: Call, inHeader: readonly Call[], inOther: readonly Call[]): boolean {
  if (inHeader.some(isOk)) return false;
  const accepted = inOther.filter(isOk);
  if (call.status === 401) return accepted.length > 0;
  const isBetween =
    accepted.some((other) => isBefore(other, call)) && accepted.some((other) => isBefore(call, other));
  return call.status === 403 && isBetween;
}

/** This request fails again and again, while it succeeds in the other header in between. A passing fault is followed by a success. */
function isRefusedFromThenOn(inHeader: readonly Call[], inOther: readonly Call[]): boolean {
  const failures = inHeader
    .slice(inHeader.findLastIndex(isOk) + 1)
    .filter((other) => other.status >= 400 && isDecided(other));
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last) return false;
  const areRefusals = failures.every(({ status }) => status === 401 || status === 403);
  if (!areRefusals && failures.length < MANY_FAULTS) return false;
  return inOther.some((other) => isOk(other) && isBefore(first, other) && isBefore(other, last));
}

function isAlwaysRefused(
  call: Call,
  inHeader: readonly Call[],
  inOther: readonly Call[],
  trace: Trace,
): boolean {
  const isAboutKey = [401, 403].includes(call.status) || isKnownAndFoundLater(call, inOther, trace);
  return isAboutKey && inHeader.every(({ refused }) => refused) && inOther.length > 0 && inOther.every(isOk);
}

/** Whether a resource that is not found exists: each replica knows it before the call, and the other header finds it later. */
function isKnownAndFoundLater(call: Call, inOther: readonly Call[], trace: Trace): boolean {
  if (call.status !== 404) return false;
  const job = trace.job(call.id);
  const shown = job
    ? job.polls.filter(isOk)
    : (trace.presentation(call.id)?.snapshots ?? []).map((snapshot) => snapshot.call);
  const isKnown = shown.some((other) => !isWithinSettling(other, call, trace));
  return isKnown && inOther.some((other) => isBefore(call, other));
}

/** Why the failure of a valid request has another cause than its operation. */
export const excuseOf = (call: Call, trace: Trace): Excuse =>
  firstOf(call, trace, [
    wrongAddress,
    otherContentType,
    acceptsNoJson,
    undocumentedQuery,
    unfollowedRedirect,
    passingPage,
    goneBehindPage,
    fetchedTooEarly,
    polledTooEarly,
    polledAfterEnd,
    refusedHeader,
    presentationUnseenForLong,
    deletedAfterShown,
    jobUnseenForLong,
    oddTitle,
    unlistedTemplate,
    lostByRename,
  ]);

/** Why the refusal of a poll says nothing about its job. */
export const pollExcuseOf = (call: Call, trace: Trace): Excuse =>
  firstOf(call, trace, [polledAfterEnd, undocumentedQuery, passingPage, goneBehindPage, refusedHeader]);
