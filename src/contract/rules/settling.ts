/** The time after a change in which replicas may still return the old value. Section 4.7 does not say when a change is visible. */
import { isBefore, type Call } from '../../trace/call.js';
import { DEFAULT_SETTLE, type Trace } from '../../trace/trace.js';

export const settleOf = ({ options }: Trace): number => options.settle ?? DEFAULT_SETTLE;

/** Whether a read started so early after a change that an old value is only a delay. */
export function isWithinSettling(change: Call, read: Call, trace: Trace): boolean {
  return read.exchange.startedAt - change.exchange.endedAt <= settleOf(trace);
}

/** Whether a replica may not know a new job yet. */
export function isPolledTooEarly(call: Call, trace: Trace): boolean {
  const job = call.operation === 'getGenerationStatus' ? trace.job(call.id) : undefined;
  if (call.status !== 404 || !job?.start || !isWithinSettling(job.start, call, trace)) return false;
  return !job.polls.some((other) => other.ok && isBefore(other, call));
}
