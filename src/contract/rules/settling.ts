/** The time after a change in which replicas may still return the old value. Section 4.7 does not say when a change is visible. */
import { isBefore, isNotFound, isOk, type Call } from '../../trace/call.js';
import { isOfVerify } from './creators.js';
import { DEFAULT_SETTLE, type Trace } from '../../trace/trace.js';

/** Ms. Failures of a recording in a shorter time are an outage. */
const OUTAGE = 60_000;

/** Whether failures last. A run of `deckhand verify` repeats requests over its whole duration, so their number suffices. */
export const isLasting = (first: Call, last: Call): boolean =>
  isOfVerify(first) || last.exchange.endedAt - first.exchange.startedAt >= OUTAGE;

/** Ms after which a service may have deleted what no response shows any more. */
export const LONG_UNSEEN = 10 * 60_000;

/** Whether a job is not found long after it was last seen, and never again: section 3 does not say how long a question stays. */
export function isLostLate(call: Call, trace: Trace): boolean {
  const job = trace.job(call.id);
  if (!job || !isNotFound(call)) return false;
  const seen = [...(job.start ? [job.start] : []), ...job.polls.filter(isOk)];
  return seen.every((other) => call.exchange.startedAt - other.exchange.endedAt > LONG_UNSEEN);
}

export const settleOf = ({ options }: Trace): number => options.settle ?? DEFAULT_SETTLE;

/** Whether a read started so early after a change that an old value is only a delay. */
export function isWithinSettling(change: Call, read: Call, trace: Trace): boolean {
  return read.exchange.startedAt - change.exchange.endedAt <= settleOf(trace);
}

/** Whether a replica may not know a new job yet. */
export function isPolledTooEarly(call: Call, trace: Trace): boolean {
  const job = trace.job(call.id);
  if (call.status !== 404 || !job?.start || !isWithinSettling(job.start, call, trace)) return false;
  return !job.polls.some((other) => other.ok && isBefore(other, call));
}
