/** Reads within the consistency window of a change, and stale reads of replicas. */
import { endedBefore, isFromVerify, type Call, isTerminal } from '../model/call.js';
import { DEFAULT_CONSISTENCY_WINDOW_MS, type Trace } from '../model/trace.js';
import type { PollResult } from '../model/job-history.js';
import type { Downgrade } from './downgrade.js';

export const getConsistencyWindow = ({ options }: Trace): number =>
  options.consistencyWindow ?? DEFAULT_CONSISTENCY_WINDOW_MS;

/** Whether a read started so soon after a change that it may return the old value. */
export const isWithinConsistencyWindow = (change: Call, read: Call, trace: Trace): boolean =>
  read.exchange.startedAt - change.exchange.endedAt <= getConsistencyWindow(trace);

export const mayNotBeVisibleYet = (change: Call, read: Call, trace: Trace): Downgrade =>
  isWithinConsistencyWindow(change, read, trace) ? 'a change may become visible later' : undefined;

/** After one successful poll, a 404 is no replication lag. */
export function jobMayBeUnknownYet(call: Call, trace: Trace): Downgrade {
  const job = trace.getJob(call.id);
  if (call.status !== 404 || !job?.start || !isWithinConsistencyWindow(job.start, call, trace))
    return undefined;
  const isKnown = job.polls.some((other) => other.isSuccess && endedBefore(other, call));
  return isKnown ? undefined : 'a replica may not know a new job yet';
}

/** Only the first fetches of a presentation. */
export function presentationMayBeUnknownYet(call: Call, trace: Trace): Downgrade {
  const { snapshots: [first] = [] } = trace.getPresentation(call.id) ?? {};
  if (call.status !== 404 || !first || !isWithinConsistencyWindow(first.call, call, trace)) return undefined;
  const isKnown = trace
    .callsFor(call.operation, call.id)
    .some((other) => other.isSuccess && endedBefore(other, call));
  return isKnown ? undefined : 'a replica may not know a new presentation yet';
}

/** A single stale read after the job ended. verify treats it as a failure. */
export function mayBeStaleRead(
  { call, status, job }: PollResult,
  ended: PollResult,
  trace: Trace,
): Downgrade {
  if (isTerminal(status) || isFromVerify(call) || !isWithinConsistencyWindow(ended.call, call, trace))
    return undefined;
  const others = job.views.filter((view) => view.call !== call && endedBefore(ended.call, view.call));
  return others.every((view) => view.status === ended.status)
    ? 'a replica may return the previous status once'
    : undefined;
}
