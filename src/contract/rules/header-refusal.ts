/** Recognises refusals of the header that carried the key, as opposed to refusals of the operation. Section 5. */
import { isBefore, isRename, type Call } from '../../trace/call.js';
import { isAboutJob } from './cross-workspace.js';
import { isPassingPage } from './passing-page.js';
import { isPolledTooEarly } from './settling.js';
import { perTrace, type Trace } from '../../trace/trace.js';

/** The result of these operations also depends on a quota or on the state of a job. */
const STATEFUL: readonly string[] = ['startGeneration', 'createPresentation', 'sendGenerationMessage'];

/**
 * Whether the service always refuses this request with the key in this header, and always accepts it with the same key in the
 * other header. Such a refusal breaks the promise that both headers work, and says nothing about the operation. A key that works
 * in no header from now on may be revoked, so the other header must succeed later, too.
 */
export function isHeaderRefusal(call: Call, trace: Trace): boolean {
  if (!isFailure(call) || call.by.isAmbiguous) return false;
  if (isPassingPage(call, trace) || isPolledTooEarly(call, trace)) return false;
  if (!lastSuccesses(trace).some((other) => isOtherHeader(other, call) && isBefore(call, other)))
    return false;
  return isAlwaysRefused(call, trace) || isRefusedFromThenOn(call, trace);
}

const isOtherHeader = (one: Call, two: Call): boolean =>
  one.by.key === two.by.key && one.by.via !== two.by.via;

/** The last success of each key in each header. */
const lastSuccesses = perTrace((trace): readonly Call[] => [
  ...new Map(trace.succeeded.map((call) => [`${call.by.via} ${call.by.key}`, call])).values(),
]);

/** Failures that are not about the key can be a fault that passes. Two of them prove nothing. */
const MANY_FAULTS = 3;

/**
 * Whether this request fails again and again with the key in this header, from some time on, while it succeeds with the same key
 * in the other header in between. A fault that passes, such as that of a gateway, is followed by a success.
 */
function isRefusedFromThenOn(call: Call, trace: Trace): boolean {
  if (STATEFUL.includes(call.operation)) return false;
  const same = trace
    .about(call.operation, call.id)
    .filter((other) => other.by.key === call.by.key && (other.sent.kind === 'empty' || isRename(other)));
  const ofHeader = same.filter((other) => other.by.via === call.by.via);
  const failures = ofHeader.slice(ofHeader.findLastIndex(({ ok }) => ok) + 1).filter(isFailure);
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last || !failures.includes(call)) return false;
  const areRefusals = failures.every(({ status }) => status === 401 || status === 403);
  if (!areRefusals && failures.length < MANY_FAULTS) return false;
  const between = same.filter(
    (other) => other.by.via !== call.by.via && isBefore(first, other) && isBefore(other, last),
  );
  return between.some(({ ok }) => ok);
}

const isFailure = ({ status }: Call): boolean => status >= 400 && status !== 429;

function isAlwaysRefused(call: Call, trace: Trace): boolean {
  if (!call.refused) return false;
  const isStateful = STATEFUL.includes(call.operation);
  const candidates = isStateful ? trace.keyed(call.operation) : trace.about(call.operation, call.id);
  const sameKey = candidates.filter((other) => other.by.key === call.by.key);
  const isOk = (other: Call) => other.ok && other.by.via !== call.by.via;
  const neverSucceeds = sameKey.every((other) => !other.ok || other.by.via !== call.by.via);
  if (isStateful) {
    if (!neverSucceeds || !sameKey.some(isOk)) return false;
    // A quota may be used up. Only successes with the other header before and after the refusal rule this out.
    const isBetween =
      sameKey.some((other) => isOk(other) && isBefore(other, call)) &&
      sameKey.some((other) => isOk(other) && isBefore(call, other));
    return call.status === 401 || (call.status === 403 && isBetween);
  }
  const isPatch = call.operation === 'updatePresentation';
  const comparable = sameKey.filter((other) => !isPatch || isRename(other));
  const sameHeader = comparable.filter((other) => other.by.via === call.by.via);
  const otherHeader = comparable.filter((other) => other.by.via !== call.by.via);
  // A resource that is not found may not exist yet, or no longer.
  const isFoundLater = (): boolean => otherHeader.some((other) => isBefore(call, other));
  const isKeyStatus =
    [401, 403].includes(call.status) || (call.status === 404 && isKnownBefore(call, trace) && isFoundLater());
  return (
    isKeyStatus &&
    sameHeader.every((other) => other.refused) &&
    otherHeader.length > 0 &&
    otherHeader.every((other) => other.ok)
  );
}

/** Whether a response before the call shows the presentation or the job. */
function isKnownBefore(call: Call, trace: Trace): boolean {
  // A job and a presentation may have the same id.
  const job = isAboutJob(call.operation) ? trace.job(call.id) : undefined;
  const presentation = job ? undefined : trace.presentation(call.id);
  const shown = [
    ...(job?.start ? [job.start] : []),
    ...(job?.views ?? []).map((view) => view.call),
    ...(presentation?.snapshots ?? []).map((snapshot) => snapshot.call),
  ];
  return shown.some((other) => isBefore(other, call));
}
