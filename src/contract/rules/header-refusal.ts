/** Recognises refusals of the header that carried the key, as opposed to refusals of the operation. Section 5. */
import { isBefore, isOk, isRename, type Call } from '../../trace/call.js';
import { isOfVerify } from './creators.js';
import { isPassingPage } from './passing-page.js';
import { isPolledTooEarly, isWithinSettling } from './settling.js';
import { perTrace, type Trace } from '../../trace/trace.js';

/** The result of these operations also depends on a quota or on the state of a job. */
const STATEFUL: readonly string[] = ['startGeneration', 'createPresentation', 'sendGenerationMessage'];

/**
 * Whether the service always refuses this request with the key in this header, and always accepts it with the same key in the
 * other header. Such a refusal breaks the promise that both headers work, and says nothing about the operation. A key that never
 * works again may be revoked.
 */
export function isHeaderRefusal(call: Call, trace: Trace): boolean {
  if (call.by.isAmbiguous || !isComparable(call, trace)) return false;
  if (isPassingPage(call, trace) || isPolledTooEarly(call, trace) || isBeforeAccess(call, trace))
    return false;
  const last = lastSuccesses(trace).get(call.by.key);
  if (!last || !isBefore(call, last)) return false;
  const isStateful = STATEFUL.includes(call.operation);
  const same = (isStateful ? trace.keyed(call.operation) : trace.about(call.operation, call.id)).filter(
    (other) => other.by.key === call.by.key && isComparable(other, trace),
  );
  const inHeader = same.filter((other) => other.by.via === call.by.via);
  const inOther = same.filter((other) => other.by.via !== call.by.via);
  if (isStateful) return isRefusedBetween(call, inHeader, inOther);
  return isAlwaysRefused(call, inHeader, inOther, trace) || isRefusedFromThenOn(inHeader, inOther);
}

/** Whether API access may begin later: before the refusal, the key of a recording did not work. */
function isBeforeAccess(call: Call, trace: Trace): boolean {
  const first = firstSuccesses(trace).get(call.by.key);
  return !isOfVerify(call) && !(first && isBefore(first, call));
}

/** The first success of each key. */
const firstSuccesses = perTrace(
  ({ succeeded }) => new Map(succeeded.toReversed().map((call) => [call.by.key, call])),
);

const isFailure = ({ status }: Call): boolean => status >= 400 && status !== 429;

/** A service may refuse other bodies of a PATCH than the documented one, and refuses a message to a job of another key in both headers. */
function isComparable(call: Call, trace: Trace): boolean {
  if (call.operation === 'updatePresentation') return isRename(call);
  const owner = trace.job(call.id)?.owner;
  return owner === undefined || owner === call.by.key;
}

/** The last success of each key. */
const lastSuccesses = perTrace(({ succeeded }) => new Map(succeeded.map((call) => [call.by.key, call])));

/** A quota may be used up, or free again. Only successes with the other header before and after a 403 rule this out. */
function isRefusedBetween(call: Call, inHeader: readonly Call[], inOther: readonly Call[]): boolean {
  if (inHeader.some(isOk)) return false;
  const accepted = inOther.filter(isOk);
  if (call.status === 401) return accepted.length > 0;
  const isBetween =
    accepted.some((other) => isBefore(other, call)) && accepted.some((other) => isBefore(call, other));
  return call.status === 403 && isBetween;
}

/** Failures that are not about the key can be a fault that passes. Two of them prove nothing. */
const MANY_FAULTS = 3;

/**
 * Whether this request fails again and again with the key in this header, from some time on, while it succeeds with the same key
 * in the other header in between. A fault that passes, such as that of a gateway, is followed by a success.
 */
function isRefusedFromThenOn(inHeader: readonly Call[], inOther: readonly Call[]): boolean {
  const failures = inHeader.slice(inHeader.findLastIndex(isOk) + 1).filter(isFailure);
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
  // A resource that is not found may not exist yet, or no longer.
  const isFoundLater = (): boolean => inOther.some((other) => isBefore(call, other));
  const isKeyStatus =
    [401, 403].includes(call.status) || (call.status === 404 && isKnownBefore(call, trace) && isFoundLater());
  return isKeyStatus && inHeader.every((other) => other.refused) && inOther.length > 0 && inOther.every(isOk);
}

/** Whether a response shows the presentation or the job so long before the call that each replica knows it. */
function isKnownBefore(call: Call, trace: Trace): boolean {
  const job = trace.job(call.id);
  const shown = job ? job.polls.filter(isOk) : snapshotCalls(call, trace);
  return shown.some((other) => !isWithinSettling(other, call, trace));
}

const snapshotCalls = ({ id }: Call, trace: Trace): readonly Call[] =>
  (trace.presentation(id)?.snapshots ?? []).map((snapshot) => snapshot.call);
