/**
 * Rules about the first reads of a new resource: the first poll of a job, and the first fetches of the presentation of a completed job.
 * Sections 1, 4.2, 4.5 and 5.
 */
import { endedBefore, isFromVerify, isNotFound, type Call } from '../model/call.js';
import type { JobHistory } from '../model/job-history.js';
import type { PresentationHistory } from '../model/presentation-history.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import { isWithinConsistencyWindow } from '../downgrades/consistency.js';
import { hasUndocumentedQuery, isAllowedRedirect } from '../downgrades/client-requests.js';
import { isCreatedByVerify, mayBeDeletedExternally } from '../downgrades/external-changes.js';
import { mayBeLostByRename } from '../downgrades/lost-renames.js';
import { mayBeProxyPage } from '../downgrades/proxy-pages.js';
import { keyHeaderIsRejected } from '../downgrades/rejected-key-header.js';
import { presentationMayBeExpired } from '../downgrades/retention.js';
import type { Finding, Rule } from '../rule.js';
import { description } from '../description.js';
import { callsWithoutAccess } from './checks/lost-access.js';
import { mayMeanNotFound } from './checks/unknown-id-statuses.js';
import { createRule, violation } from './create-rule.js';

/** One refusal may be a coincidence; the first one of each of two resources is none. */
const MIN_RESOURCES = 2;

/** Server errors are more often a coincidence. */
const MIN_RESOURCES_WITH_5XX = 3;

/** Statuses of a resource that is locked or not ready. */
const NOT_READY: readonly number[] = [409, 423, 425];

/** A plan or a client may be the reason. */
const UNRELATED: readonly number[] = [402, 406, 408, 415, 429];

/** The first reads of a resource, up to the first success. */
interface FirstReads {
  /** The call that showed that the resource exists. */
  readonly shownBy: Call;
  /** The refused reads. */
  readonly refused: readonly Call[];
  /** The read after them that succeeded. */
  readonly success: Call | undefined;
}

export const firstReadRules: readonly Rule[] = [
  createRule({
    id: 'job/first-poll-succeeds',
    sections: ['1', '3', '4.5'],
    title: 'A started job can be polled at once',
    interpretation:
      'verify only. Warns if the first poll of every job is refused; fails if no replication lag explains it: for another status than that ' +
      'of an unknown id.',
    select: (trace) => getFirstPolls(trace),
    notCovered: 'no polled job of `deckhand verify` in the traffic',
    check: (reads, trace) => checkEachFirst(reads, getFirstPolls(trace), trace, 'poll', 'job'),
  }),
  createRule({
    id: 'presentation/fetchable-when-completed',
    sections: ['1', '2.2', '4.2', '5'],
    title: 'The owner can fetch the presentation of a completed job',
    interpretation:
      'Checks the fetches after the first poll with status completed. A refusal within the consistency window warns, a later one fails. ' +
      '402, 406, 408, 415 and 429 are about the plan or the client; 409, 423, 425 and 5xx fail only if each first fetch gets one.',
    select: (trace) => getFetchesOfCompleted(trace),
    notCovered: 'no fetch of the presentation of a completed job in the traffic',
    check: checkFetches,
  }),
];

const getFirstPolls = memoizeByTrace((trace): readonly FirstReads[] =>
  trace.jobs.flatMap(({ start, polls }: JobHistory) =>
    start && isFromVerify(start) ? splitReads(start, polls, trace) : [],
  ),
);

const getFetchesOfCompleted = memoizeByTrace((trace): readonly FirstReads[] =>
  trace.presentations.flatMap(({ snapshots, fetches }: PresentationHistory) => {
    const completed = snapshots.find(({ source }) => source === 'job');
    return completed ? splitReads(completed.call, fetches, trace) : [];
  }),
);

function splitReads(shownBy: Call, reads: readonly Call[], trace: Trace): readonly FirstReads[] {
  const after = reads.filter(
    (read) => endedBefore(shownBy, read) && read.status > 0 && !isUnrelated(read, trace),
  );
  // An earlier read found it.
  if (after.length === 0 || reads.some((read) => read.isSuccess && !endedBefore(shownBy, read))) return [];
  const at = after.findIndex(({ isSuccess }) => isSuccess);
  return [{ shownBy, refused: at < 0 ? after : after.slice(0, at), success: after[at] }];
}

function isUnrelated(read: Call, trace: Trace): boolean {
  if (read.isSuccess) return false;
  return (
    UNRELATED.includes(read.status) ||
    (!isFromVerify(read) && callsWithoutAccess(trace).has(read)) ||
    [hasUndocumentedQuery, isAllowedRedirect, mayBeProxyPage, keyHeaderIsRejected, mayBeLostByRename].some(
      (check) => check(read, trace) !== undefined,
    )
  );
}

const isEachRefused = (all: readonly FirstReads[]): boolean =>
  all.length >= MIN_RESOURCES && all.every(({ refused }) => refused.length > 0);

/** A finding about the first read of each resource, at the first of them. */
function checkEachFirst(
  reads: FirstReads,
  all: readonly FirstReads[],
  trace: Trace,
  read: string,
  resource: string,
): Finding | undefined {
  const [call] = reads.refused;
  if (reads !== all[0] || !call || !isEachRefused(all)) return undefined;
  const firsts = all.flatMap(({ refused: [first] }) => first ?? []);
  // A key that never works again is another finding.
  if (!all.some(({ success }) => success)) return undefined;
  const isLag = firsts.some((first) => mayMeanNotFound(first, trace));
  const isServerError = firsts.some(({ status }) => status >= 500);
  const isCoincidence = isServerError && firsts.length < MIN_RESOURCES_WITH_5XX;
  return violation(
    `the first ${read} of each of ${firsts.length} ${resource}s is refused (${formatStatuses(firsts)})`,
    {
      expected: description('any 2xx'),
      actual: call.status,
      call,
      comparedWith: reads.shownBy,
      isCountInMessage: true,
      downgrade: isLag
        ? `a replica may not know a new ${resource} yet`
        : isCoincidence
          ? 'errors of a few requests may be transient'
          : undefined,
    },
  );
}

const formatStatuses = (calls: readonly Call[]): string =>
  [...new Set(calls.map(({ status }) => status))].sort((one, two) => one - two).join(', ');

function checkFetches(reads: FirstReads, trace: Trace): readonly Finding[] {
  const own = checkFirstFetch(reads, trace);
  if (own?.severity === 'fail') return [own];
  const each = checkEachFirst(reads, getFetchesOfCompleted(trace), trace, 'fetch', 'presentation');
  return each ? [each] : own ? [own] : [];
}

function checkFirstFetch(reads: FirstReads, trace: Trace): Finding | undefined {
  const late = reads.refused.find(
    (read) => isRefusal(read) && !isWithinConsistencyWindow(reads.shownBy, read, trace),
  );
  const call = late ?? reads.refused.find((read) => isRefusal(read) || NOT_READY.includes(read.status));
  return (
    call &&
    violation('the owner cannot fetch the presentation of a completed job', {
      expected: description('any 2xx'),
      actual: call.status,
      call,
      comparedWith: reads.shownBy,
      downgrade: late ? getDowngrade(late, reads, trace) : getReasonToWait(call),
    })
  );
}

const getReasonToWait = ({ status }: Call): string =>
  NOT_READY.includes(status)
    ? 'a service may lock a presentation for a moment'
    : 'a replica may not know a new presentation yet';

/** Whether the response says that the owner may not see it, or that it does not exist. */
const isRefusal = (call: Call): boolean => call.status === 401 || call.status === 403 || isNotFound(call);

function getDowngrade(call: Call, { success, refused }: FirstReads, trace: Trace): string | undefined {
  // Another rule counts them in the whole run.
  if (call.status === 401 && success && refused.length < MIN_RESOURCES)
    return 'a service may lock a key for a moment';
  const [read] = trace.getPresentation(call.id)?.snapshots ?? [];
  const isAboutKey = call.status === 401 || call.status === 403;
  const worksLater = trace.succeeded.some(
    (other) => other.credential.key === call.credential.key && endedBefore(call, other),
  );
  if (isAboutKey && !worksLater) return 'the key may have lost its access';
  if (read && isCreatedByVerify(read, trace)) return presentationMayBeExpired(call, trace);
  return success
    ? 'a user may have changed the access elsewhere'
    : (mayBeDeletedExternally(call, trace) ?? 'a user may have changed the access elsewhere');
}
