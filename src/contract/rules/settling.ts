/** The time after a change in which replicas may still return the old value. Section 4.7 does not say when a change is visible. */
import { isBefore, type Call } from '../../trace/call.js';
import type { JobTrace } from '../../trace/job.js';
import { snapshotId, type Snapshot } from '../../trace/presentation.js';
import { DEFAULT_SETTLE, type Trace } from '../../trace/trace.js';

export const settleOf = ({ options }: Trace): number => options.settle ?? DEFAULT_SETTLE;

/** Whether a read started so early after a change that an old value is only a delay. */
export function isWithinSettling(change: Call, read: Call, trace: Trace): boolean {
  return read.exchange.startedAt - change.exchange.endedAt <= settleOf(trace);
}

/** Whether a replica may not know a new job yet: it is not found right after its start, and was not found before. */
export function isPolledTooEarly(call: Call, job: JobTrace | undefined, trace: Trace): boolean {
  if (call.operation !== 'getGenerationStatus' || call.status !== 404 || !job?.start) return false;
  return (
    isWithinSettling(job.start, call, trace) && !job.polls.some((other) => other.ok && isBefore(other, call))
  );
}

/** Whether a PATCH of the presentation may still become visible when the snapshot is taken. */
export function isSettling(snapshot: Snapshot, trace: Trace): boolean {
  const id = snapshotId(snapshot);
  const patches = typeof id === 'string' ? trace.about('updatePresentation', id) : [];
  return patches.some(
    (patch) =>
      !patch.refused &&
      patch.exchange.startedAt <= snapshot.call.exchange.endedAt &&
      (patch.status === 202 || isWithinSettling(patch, snapshot.call, trace)),
  );
}
