/** A key that is rejected in one header and accepted in the other one. Section 5. */
import { endedBefore, isProcessed, isFromVerify, isSuccess, isRename, type Call } from '../model/call.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import type { Downgrade } from './downgrade.js';
import { isWithinConsistencyWindow, jobMayBeUnknownYet } from './consistency.js';
import { mayBeProxyPage } from './proxy-pages.js';

/** The result of these operations also depends on a quota or on the status of a job. */
const STATE_DEPENDENT_OPERATIONS: readonly string[] = [
  'startGeneration',
  'createPresentation',
  'sendGenerationMessage',
];

/** Other errors than 401 and 403 may be transient, so fewer do not count. */
const MIN_SERVER_ERRORS = 3;

const firstSuccesses = memoizeByTrace(
  ({ succeeded }) => new Map(succeeded.toReversed().map((call) => [call.credential.key, call])),
);

const lastSuccesses = memoizeByTrace(
  ({ succeeded }) => new Map(succeeded.map((call) => [call.credential.key, call])),
);

/**
 * The key is rejected in this header and accepted in the other one. A key that never works again may be revoked, and
 * API access may start during a recording.
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
  const isRejected = isStateful
    ? isRejectedBetween(call, inHeader, inOther)
    : isAlwaysRejected(call, inHeader, inOther, trace) || isRejectedUntilEnd(inHeader, inOther);
  return isRejected ? 'the service rejects the key in this header' : undefined;
}

/** Whether the call should succeed: a PATCH has the documented body, and a message is to a job of the same key. */
function isComparable(call: Call, trace: Trace): boolean {
  if (call.operation === 'updatePresentation') return isRename(call);
  const owner = trace.getJob(call.id)?.owner;
  return owner === undefined || owner === call.credential.key;
}

/** A 403 may also be an exhausted quota. Only successes with the other header before and after it rule this out. */
function isRejectedBetween(call: Call, inHeader: readonly Call[], inOther: readonly Call[]): boolean {
  if (inHeader.some(isSuccess)) return false;
  const accepted = inOther.filter(isSuccess);
  if (call.status === 401) return accepted.length > 0;
  const isBetween =
    accepted.some((other) => endedBefore(other, call)) && accepted.some((other) => endedBefore(call, other));
  return call.status === 403 && isBetween;
}

/** Whether the request fails until the end, while it succeeds with the other header in between. */
function isRejectedUntilEnd(inHeader: readonly Call[], inOther: readonly Call[]): boolean {
  const failures = inHeader
    .slice(inHeader.findLastIndex(isSuccess) + 1)
    .filter((other) => other.status >= 400 && isProcessed(other));
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last) return false;
  const areRejections = failures.every(({ status }) => status === 401 || status === 403);
  if (!areRejections && failures.length < MIN_SERVER_ERRORS) return false;
  return inOther.some((other) => isSuccess(other) && endedBefore(first, other) && endedBefore(other, last));
}

function isAlwaysRejected(
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

/** Whether a resource with a 404 exists: it was returned before the consistency window, and the other header finds it later. */
function isKnownAndFoundLater(call: Call, inOther: readonly Call[], trace: Trace): boolean {
  if (call.status !== 404) return false;
  const job = trace.getJob(call.id);
  const reads = job
    ? job.polls.filter(isSuccess)
    : (trace.getPresentation(call.id)?.snapshots ?? []).map((snapshot) => snapshot.call);
  const isKnown = reads.some((other) => !isWithinConsistencyWindow(other, call, trace));
  return isKnown && inOther.some((other) => endedBefore(call, other));
}
