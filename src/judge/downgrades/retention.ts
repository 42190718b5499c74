/** Jobs and presentations that the service may have deleted by age. */
import { endedBefore, isNotFound, isSuccess, type Call, isTerminal } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import type { Downgrade } from './downgrade.js';

/** A resource that no response showed for this long may be deleted. */
const MIN_RETENTION_MS = 10 * 60_000;

/** Statuses about the operation, not about the job. */
const UNSUPPORTED_OPERATION_STATUSES = [405, 406, 415, 501];

const isLongBefore = (earlier: Call, later: Call): boolean =>
  later.exchange.startedAt - earlier.exchange.endedAt > MIN_RETENTION_MS;

/** Section 3 defines no lifetime for questions. */
export function jobMayBeExpired(call: Call, trace: Trace): Downgrade {
  const job = trace.getJob(call.id);
  if (!job || !isNotFound(call)) return undefined;
  const reads = [...(job.start ? [job.start] : []), ...job.polls.filter(isSuccess)];
  return reads.every((other) => isLongBefore(other, call))
    ? 'no response contained the job for ten minutes'
    : undefined;
}

export function presentationMayBeExpired(call: Call, trace: Trace): Downgrade {
  const presentation = trace.getPresentation(call.id);
  if (!presentation || !isNotFound(call)) return undefined;
  return presentation.snapshots.every((snapshot) => isLongBefore(snapshot.call, call))
    ? 'no response contained the presentation for ten minutes'
    : undefined;
}

export function finishedJobMayBeExpired(call: Call, trace: Trace): Downgrade {
  const job = call.operation === 'getGenerationStatus' ? trace.getJob(call.id) : undefined;
  if (!job || UNSUPPORTED_OPERATION_STATUSES.includes(call.status)) return undefined;
  return job.views.some((view) => isTerminal(view.status) && endedBefore(view.call, call))
    ? 'the spec does not say how long a finished job can be polled'
    : undefined;
}
