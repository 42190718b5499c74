/** Recognises refusals of the header that carried the key, as opposed to refusals of the operation. Section 5. */
import { isBefore, isRename, type Call } from '../../trace/call.js';
import { isPollAfterEnd } from '../../trace/job.js';
import { isAboutJob } from './cross-workspace.js';
import { isPolledTooEarly } from './settling.js';
import type { Trace } from '../../trace/trace.js';

/** The result of these operations also depends on a quota or on the state of a job. */
const STATEFUL: readonly string[] = ['startGeneration', 'createPresentation', 'sendGenerationMessage'];

/**
 * Whether the service always refuses this request with the key in this header, and always accepts it with the same key in the
 * other header. Such a refusal breaks the promise that both headers work, and says nothing about the operation.
 */
export function isHeaderRefusal(call: Call, trace: Trace): boolean {
  return isAlwaysRefused(call, trace) || isRefusedFromThenOn(call, trace);
}

/** The number of failures that prove something. Faults that are not about the key need more. */
const ENOUGH = { refusals: 2, faults: 3 };

/**
 * Whether this request fails again and again with the key in this header, from some time on, while it succeeds with the same key
 * in the other header in between. A fault that passes, such as that of a gateway, is followed by a success.
 */
function isRefusedFromThenOn(call: Call, trace: Trace): boolean {
  if (!isFailure(call) || call.by.isAmbiguous || STATEFUL.includes(call.operation)) return false;
  if (call.operation === 'updatePresentation' && !isRename(call)) return false;
  const same = trace
    .about(call.operation, call.id)
    .filter((other) => other.by.key === call.by.key && (other.sent.kind === 'empty' || isRename(other)));
  const ofHeader = same.filter((other) => other.by.via === call.by.via);
  const failures = ofHeader.slice(ofHeader.findLastIndex(({ ok }) => ok) + 1).filter(isFailure);
  const [first, last] = [failures[0], failures.at(-1)];
  if (!first || !last || !failures.includes(call)) return false;
  const areRefusals = failures.every(({ status }) => status === 401 || status === 403);
  if (failures.length < (areRefusals ? ENOUGH.refusals : ENOUGH.faults)) return false;
  const between = same.filter(
    (other) => other.by.via !== call.by.via && isBefore(first, other) && isBefore(other, last),
  );
  return between.some(({ ok }) => ok) && !between.some(isFailure);
}

const isFailure = ({ status }: Call): boolean => status >= 400 && status !== 429;

function isAlwaysRefused(call: Call, trace: Trace): boolean {
  // An ambiguous key may be a wrong one.
  if (!call.refused || call.by.isAmbiguous || isPollAfterEnd(call, trace.job(call.id))) return false;
  // A replica may not know the job yet.
  if (isPolledTooEarly(call, trace.job(call.id), trace)) return false;
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
  if (isPatch && !isRename(call)) return false;
  const comparable = sameKey.filter((other) => !isPatch || isRename(other));
  const sameHeader = comparable.filter((other) => other.by.via === call.by.via);
  const otherHeader = comparable.filter((other) => other.by.via !== call.by.via);
  // What is not found may not be there yet.
  const isKeyStatus = [401, 403].includes(call.status) || (call.status === 404 && isKnownBefore(call, trace));
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
